import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/session.ts";
import type { Preferences } from "#lib/preferences.ts";

export const environmentNames: Readonly<Record<Environment, string>> = {
  production: "Production",
  sandbox: "Sandbox",
};

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
  customers: "Customers",
  theme: "Theme",
  times: "Times",
  shortcuts: "Shortcut / for search",
  signOut: "Sign out",
  signOutFailed: "Signing out failed. Check the connection and try again.",
} as const;

type PreferenceNames = { readonly [Name in keyof Preferences]: Readonly<Record<Preferences[Name], string>> };

export const preferenceNames: PreferenceNames = {
  theme: { system: "System", light: "Light", dark: "Dark" },
  timeZone: { local: "Local", utc: "UTC" },
  shortcuts: { on: "On", off: "Off" },
};

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
