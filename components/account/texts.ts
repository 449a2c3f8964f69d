import { places } from "#lib/places.ts";

export const accountTexts = {
  title: places.account.title,
  account: "Account",
  name: "Name",
  email: "E-mail address",
  role: "Role",
  environments: "Environments",
  may: "What you may do",
  changedBy: "An administrator can change your role and environments.",
} as const;

export const ownPreferencesTexts = {
  title: "Preferences",
  note: "Saved as you choose them, for every browser that you sign in with.",
  timeZone: "Time zone",
  utc: "UTC",
  browserZone: "This browser's time zone",
  browserZoneNamed: (zone: string) => `This browser's time zone (${zone})`,
  density: "Rows of the customers table",
  window: "Customers page opens with",
  windowCreated: (window: string) => `Created: ${window}`,
  shortcuts: "Single-key shortcuts",
} as const;

export const ownSessionsTexts = {
  title: "Where you are signed in",
  loading: "Loading sessions…",
  current: "This browser",
  unknown: "Unknown browser",
  from: (address: string) => `from ${address}`,
  since: "Signed in",
  lastUsed: "last used",
  end: "Sign out",
  endLabel: (browser: string) => `Sign out ${browser}`,
  endOthers: "Sign out everywhere else",
  failed: "No session was ended",
} as const;

export const ownPasswordTexts = {
  title: "Password",
  current: "Current password",
  submit: "Change password",
  saving: "Saving…",
  failed: "The password was not changed",
  done: "Your password is changed. Every other session has ended.",
} as const;

export const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export const ownNotificationSettingsTexts = {
  title: "Notifications",
  note: "The list has all notifications. Choose what is also sent to you.",
  open: "Open the list",
  noChannel: "Nothing can be sent: neither e-mail nor a notification endpoint is configured.",
  email: "E-mail",
  emailTimes: { off: "Off", now: "At once", digest: "Daily" },
  endpoint: "Notification endpoint",
  zone: (zone: string) => `Times are in ${zone}.`,
  digestAt: "Daily e-mail at",
  quiet: "Quiet hours",
  quietNote:
    "E-mails and events are sent together when the quiet hours end. Choose the days on which the quiet hours begin.",
  from: "From",
  to: "To",
} as const;
