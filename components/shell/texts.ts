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
  notifications: places.notifications.title,
  unread: (count: number) => (count === 1 ? "1 unread" : `${count} unread`),
  theme: "Theme",
  times: "Times",
  shortcuts: "Single-key shortcuts",
  signOut: "Sign out",
  signOutFailed: "Signing out failed. Check the connection and try again.",
} as const;

export const themeNames: Readonly<Record<Theme, string>> = { system: "System", light: "Light", dark: "Dark" };

export const zoneNames = { local: "Local", utc: "UTC" } as const;

export const helpTexts = {
  help: "Open help",
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
