export const breakGlassTexts = {
  title: "Break-glass access was used",
  used: (name: string) => `${name} signed in without single sign-on`,
  more: (count: string) => `${count} sign-ins, the last one`,
  from: (address: string) => `from ${address}`,
  audit: "Show in the audit log",
  acknowledge: "Acknowledge",
  own: "Another administrator must acknowledge this.",
  failed: "It could not be acknowledged. Try again.",
} as const;
