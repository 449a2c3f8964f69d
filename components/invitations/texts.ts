export const invitationTexts = {
  title: "Choose your password",
  product: "Switchboard",
  forAccount: (name: string, email: string) => `${name}, this is your account: ${email}`,
  submit: "Set password",
  saving: "Saving…",
  failed: "The password was not set",
  doneTitle: "Your password is set",
  done: "Sign in with your e-mail address and your new password.",
  signIn: "Sign in",
  toSignIn: "Go to sign-in",
  overTitle: "This link cannot be used",
} as const;
