import type { Preferences } from "#lib/browser-storage/preferences.ts";
import type { Role } from "#lib/contract/session.ts";

export const roleNames: Readonly<Record<Role, string>> = {
  viewer: "Viewer",
  editor: "Editor",
  administrator: "Administrator",
};

export const shellTexts = {
  product: "Switchboard",
  skip: "Skip to content",
  environment: "Environment",
  pages: "Pages",
  opening: "Loading page…",
  offline: "You are offline.",
  unreachable: "Switchboard cannot be reached.",
  opensLater: "The page opens when the connection is back.",
  backOnline: "The connection is back.",
  overview: "Overview",
  customers: "Customers",
  jobs: "Jobs",
  numbers: "Numbers",
  webhooks: "Webhooks",
  operations: "Operations",
  theme: "Theme",
  times: "Times",
  shortcuts: "Single-key shortcuts",
  signOut: "Sign out",
  signOutFailed: "Signing out failed. Check the connection and try again.",
} as const;

type PreferenceNames = { readonly [Name in keyof Preferences]: Readonly<Record<Preferences[Name], string>> };

export const preferenceNames: PreferenceNames = {
  theme: { system: "System", light: "Light", dark: "Dark" },
  timeZone: { local: "Local", utc: "UTC" },
  shortcuts: { on: "On", off: "Off" },
};

export const shortcutTexts = {
  title: "Keyboard shortcuts",
  everywhere: "Everywhere, even while typing",
  lookup: "Look up anything, or run a command",
  lookupKeys: "Ctrl or ⌘ K",
  close: "Close the dialog or menu",
  here: "On this page",
  help: "Show these shortcuts",
  go: "Go to a page of this environment",
  andThen: "then",
  goOverview: "Overview",
  goCustomers: "Customers",
  goJobs: "Jobs",
  goNumbers: "Numbers",
  goWebhooks: "Webhooks",
  goOperations: "Operations",
  single: "Single-key shortcuts",
  singleOn: "Turn them off if you use dictation, or if you press keys by mistake.",
  singleOff: "Single keys do nothing now. Shortcuts with Ctrl or ⌘ still work.",
} as const;

export const brokenTexts = {
  tab: "Page not shown · Switchboard",
  title: "This page could not be shown",
  explained: "An unexpected error occurred in Switchboard. It changed nothing.",
  reference: "Reference in the Switchboard log:",
  retry: "Try again",
  storeTitle: "Switchboard's database is not available",
  storeExplained:
    "Nobody can use Switchboard until it is back. Try again in a moment. If this continues, contact the person who runs Switchboard.",
} as const;

export const notFoundTexts = {
  title: "Page not found",
  explained: "Check the address. It may also belong to an environment that you cannot access.",
  home: "Go to the start page",
} as const;
