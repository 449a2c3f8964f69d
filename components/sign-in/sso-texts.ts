import type { SsoProblem } from "#lib/contract/access/sso.ts";

/** Texts about single sign-on. `label` is the provider's name. */
export const ssoTexts = {
  button: (label: string) => `Sign in with ${label}`,
  anyProvider: "the provider",
  orPassword: "or with a password",
  notSignedIn: "You are not signed in yet",
  notConfirmed: "Not confirmed",
  confirmTitle: "Confirm that it is you",
  tryAgain: "Try again",
  back: "Back to the page",
  confirmedTitle: "You are confirmed",
  confirmed: "Close this tab and continue where you were.",
  notConfirmedYet: "Go back to the page that asked you, and confirm there.",
} as const;

/** Says why single sign-on failed, and what to do. */
export const ssoProblemTexts: Readonly<Record<SsoProblem, (label: string) => string>> = {
  unknown_provider: () => "This way to sign in does not exist. Choose one of those below.",
  provider_unavailable: (label) =>
    `No valid response from ${label}. Try again in a minute. If it continues, tell your administrator.`,
  cancelled: (label) => `The sign-in was cancelled at ${label}. Start again when you are ready.`,
  expired: () => "The sign-in took too long, or it was started again in another tab. Start again.",
  invalid_response: (label) =>
    `The response from ${label} was not valid, so it was not used. Start again. If it continues, tell your administrator.`,
  groups_overage: (label) =>
    `You are in too many groups: ${label} leaves them out of its response. Ask your administrator to use app roles, or to send fewer groups.`,
  no_role: (label) => `Your account at ${label} has no role in Switchboard. Ask your administrator for one.`,
  no_environment: (label) =>
    `Your account at ${label} has access to no environment of Switchboard. Ask your administrator for access.`,
  tenant_not_allowed: () => "Accounts of your organization cannot sign in here. Use your account of the right one.",
  domain_not_allowed: () => "Accounts of your domain cannot sign in here. Use your company account.",
  no_email: (label) => `The response from ${label} has no e-mail address. Ask your administrator to release it.`,
  email_not_verified: (label) =>
    `${label} does not confirm that your e-mail address is yours. Confirm it there. If you are invited, you can use the link of your invitation instead.`,
  unsafe_email: (label) =>
    `Your e-mail address at ${label} has invisible characters, or letters of several alphabets that can be mistaken for others. Ask your administrator to correct it there.`,
  email_taken: () =>
    "Somebody with your e-mail address signs in another way. If that is you, sign in as before and ask your administrator to reset your access.",
  disabled: () => "Your access to Switchboard is disabled. Ask your administrator.",
  last_administrator: (label) =>
    `Your account at ${label} no longer has the role administrator, but you are the last administrator of Switchboard. Somebody else has to become one first.`,
  stale_auth_time: (label) =>
    `It is not known that you have just signed in at ${label}, because it did not ask you again. Try again, or ask your administrator.`,
  another_person: (label) =>
    `You signed in at ${label} as somebody else. Use the account that you are signed in with here.`,
  session_ended: () => "Your session ended in the meantime. Sign in again.",
  second_factor_missing: (label) =>
    `Switchboard requires a second factor, and ${label} did not say that you used one. Set one up at ${label}, or ask your administrator.`,
  too_many_sign_ins: () => "You have signed in very often in a short time. Try again in a few minutes.",
  internal: () => "An unexpected error occurred in Switchboard. Try again.",
};
