import type { Role } from "#lib/contract/values/access/roles.ts";

/** Messages about fields that are shown before the form is sent. The server uses the same texts. */
export const signInFieldTexts = {
  email: "Enter your e-mail address",
  longEmail: (length: number) => `Enter an e-mail address of ${length} characters or less`,
  controlCharacters: "Enter your e-mail address without control characters",
  password: "Enter your password",
  longPassword: (length: number) => `Enter a password of ${length} characters or less`,
};

export const signInTexts = {
  title: "Sign in",
  product: "Switchboard",
  purpose: "Partner console for the Partner Provisioning API",
  email: "E-mail address",
  password: "Password",
  submit: "Sign in",
  passkey: "Sign in with a passkey",
  submitting: "Signing in…",
  summary: "You are not signed in yet",
  tryAgainAfter: "Try again after",
  requestID: "Request ID",
  demo: "Demo",
  demoExplained: "Made-up customers. Sign in as:",
  or: "or with a password",
  forgotten: "Forgot your password? Ask an administrator.",
} as const;

export const secondStepTexts = {
  title: "Confirm your sign-in",
  account: "Signing in as",
  code: "Code from your authenticator app",
  recoveryCode: "Recovery code",
  recoveryNote: "Each recovery code works once. Changes that need a confirmation still need your app or passkey.",
  missing: "Enter a code",
  toRecovery: "Use a recovery code",
  toCode: "Use your app",
  back: "Start again",
} as const;

/** What each persona of demo mode may do, by role. If a role has no text here, the role's name is shown. */
export const personaTexts: Readonly<Partial<Record<Role, string>>> = {
  viewer: "Viewer: can view, cannot change anything",
  editor: "Editor: can create and change customers",
  administrator: "Administrator: can also manage people",
};
