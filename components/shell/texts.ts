import type { Theme } from "#lib/browser-storage/theme.ts";
import { places } from "#lib/places.ts";
import { productName } from "./broken-page-texts.ts";

export const shellTexts = {
  product: productName,
  skip: "Skip to content",
  environment: "Environment",
  pages: "Pages",
  opening: "Loading page…",
  offline: "You are offline.",
  unreachable: "Switchboard cannot be reached.",
  opensLater: "The page opens when the connection is back.",
  backOnline: "The connection is back.",
  waiting: (open: number, mine: number) => (mine > 0 ? `${open} open, ${mine} for you` : `${open} open`),
  more: "More",
  morePages: "More pages",
  help: "Help",
  account: places.account.title,
  theme: "Theme",
  times: "Times",
  shortcuts: "Single-key shortcuts",
  signOut: "Sign out",
  signOutFailed: "Signing out failed. Check the connection and try again.",
} as const;

export const themeNames: Readonly<Record<Theme, string>> = { system: "System", light: "Light", dark: "Dark" };

export const zoneNames = { local: "Local", utc: "UTC" } as const;

export const helpTexts = {
  title: "Help",
  find: "To find anything, press Ctrl or ⌘ K and paste what you have: a phone number, an e-mail address, a name or an ID.",
  problem: "If a problem remains, send your administrator the request ID from its details.",
  guide: "Read the guide",
  topic: (title: string) => `About this page: ${title}`,
  everywhere: "Keys that work everywhere, even while typing",
  lookup: "Look up anything, or run a command",
  lookupKeys: "Ctrl or ⌘ K",
  close: "Close the dialog or menu",
  here: "Keys of this page",
  help: "Open help",
  go: "Keys that open a page",
  andThen: "then",
  single: "Single-key shortcuts",
  singleOn: "Turn them off if you use dictation, or if you press keys by mistake.",
  singleOff: "Single keys do nothing now. Shortcuts with Ctrl or ⌘ still work.",
} as const;

export const notFoundTexts = {
  title: "Page not found",
  explained: "Check the address. It may also belong to an environment that you cannot access.",
  home: "Go to the start page",
} as const;

/** Shown if the person's role may not open the page. */
export const needsRoleTexts = {
  title: (roles: readonly string[]) => `This page needs the role ${roles.join(" or ")}`,
  explained: (role: string) => `Your role is ${role}. An administrator can change it.`,
} as const;
