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
  demo: "Demo",
  demoExplained: "Made-up customers. Sign in as:",
  or: "or with your e-mail address and password",
} as const;

export const personaTexts = {
  viewer: "Viewer: can view, cannot change anything",
  editor: "Editor: can create and change customers",
  administrator: "Administrator: can also manage people",
} as const;
