export const firstStepsTexts = {
  title: "First steps",
  dismiss: "Hide the first steps",
  done: "Done:",
  toDo: "To do:",
  invite: "Invite somebody",
  inviteNote: "A second administrator can help when the first one has lost their access.",
  factor: "Require a second factor",
  factorNote: "An authenticator app or a passkey for everybody who signs in.",
  provider: "Connect single sign-on",
  providerNote: "The operator of Switchboard configures the provider.",
  providerGuide: "How to connect it",
} as const;
