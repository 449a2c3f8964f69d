export const signInTexts = {
  title: "Sign in",
  product: "Switchboard",
  purpose: "Partner console for the Partner Provisioning API",
  email: "E-mail address",
  password: "Password",
  submit: "Sign in",
  submitting: "Signing in…",
  summary: "You are not signed in yet",
  tryAgainAfter: "Try again after",
  requestID: "Request ID",
  demo: "Demonstration",
  demoExplained: "Made-up customers. Come in as:",
  or: "or with an e-mail address and password",
} as const;

export const personaTexts = {
  viewer: "Viewer: looks, changes nothing",
  editor: "Editor: creates and changes customers",
  administrator: "Administrator: manages people too",
} as const;
