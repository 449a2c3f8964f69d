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
  opening: "Opening the page…",
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
  everywhere: "Everywhere, also while typing",
  lookup: "Look up anything, or run a command",
  lookupKeys: "Ctrl or ⌘ K",
  close: "Close what is open",
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
  singleOn: "Switch them off if you dictate, or if keys are pressed by mistake.",
  singleOff: "Keys alone do nothing now. Shortcuts with Ctrl or ⌘ go on working.",
} as const;

export const brokenTexts = {
  title: "This page could not be shown",
  explained: "Something unexpected happened in the console. Nothing was changed by it.",
  reference: "Reference in the console's log:",
  retry: "Try again",
} as const;

export const notFoundTexts = {
  title: "There is no such page",
  explained: "Check the address. It may also belong to an environment that you may not see.",
  home: "Go to the console",
} as const;
