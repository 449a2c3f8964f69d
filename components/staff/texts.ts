import type { StaffMember, StaffState } from "#lib/contract/access/staff.ts";
import { places } from "#lib/places.ts";

export const staffForms = { one: "person", other: "people" } as const;

export const staffTexts = {
  title: places.staff.title,
  note: "People who may sign in to this console. Changes apply at their next request.",
  pager: "Pages of staff",
  empty: "No staff",
  emptyReason: "Invite the first person.",
  invite: "Invite person",
  person: "Person",
  role: "Role",
  environments: "Environments",
  state: "State",
  signsInWith: "Signs in with",
  none: "Nothing yet",
  lastSignIn: "Last sign-in",
  actions: "Actions",
  never: "Never",
  you: "(you)",
  loading: "Loading staff…",
  manage: "Manage",
  manageLabel: (name: string) => `Manage ${name}`,
  inviteTitle: "Invite a person",
  name: "Name",
  email: "E-mail address",
  cancel: "Cancel",
  close: "Close",
  inviteButton: "Create invitation",
  failed: "Nothing was changed",
  save: "Save changes",
  newLink: "New invitation link",
  reset: "Reset sign-in…",
  endSessions: "Sign out everywhere",
  disable: "Disable…",
  enable: "Enable",
  back: "Back",
  resetTitle: "Reset the sign-in?",
  resetEffect: (name: string) =>
    `Password, authenticator app, passkeys and recovery codes of ${name} stop working at once, and every session ends. You get a one-time link to pass on.`,
  resetNow: "Reset sign-in",
  disableTitle: "Disable this person?",
  disableEffect: (name: string) =>
    `${name} is signed out at the next request and cannot sign in until an administrator enables the account again. Records of past work stay.`,
  disableNow: "Disable",
  emailUnverified: "(not verified by the provider)",
  linkTitle: "One-time link",
  linkNote: "This link is shown only now. Send it safely: the person who opens it chooses the password.",
  linkUntil: "Works once, until",
  copyLink: "Copy link",
  mailed: "It was also sent by e-mail.",
  notMailed: "It could not be sent by e-mail. Pass it on yourself.",
} as const;

export const methodNames: Readonly<Record<StaffMember["methods"][number], string>> = {
  password: "Password",
  sso: "Single sign-on",
  totp: "App",
  passkey: "Passkey",
};

export const stateNames: Readonly<Record<StaffState, string>> = {
  invited: "Invited",
  active: "Active",
  disabled: "Disabled",
};
