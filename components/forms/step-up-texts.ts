export const stepUpTexts = {
  title: "Confirm that it is you",
  why: "Your last confirmation is older than ten minutes. What you entered is kept.",
  password: "Your password",
  code: "Code from your authenticator app",
  passkey: "Use a passkey",
  sso: (provider: string) => `Sign in again at ${provider}. It opens in a new tab; this page stays as it is.`,
  ssoProvider: "your provider",
  ssoOpen: "Sign in again",
  ssoDone: "I have signed in",
  confirm: "Confirm",
  cancel: "Cancel",
  failed: "You are not confirmed yet",
} as const;
