/** Texts of the button that opens the lookup. Every page has this button. */
export const openTexts = {
  open: "Look up",
  dialog: "Look up anything",
  placeholder: "Number, e-mail, name or ID; or a command",
} as const;

export const hintTexts = {
  title: "Find anything in one place.",
  explained: "Paste a telephone number, an e-mail address, a name or an ID.",
  fromAnywhere: "From any page: paste it, or",
  tryIt: "Try it",
  dismiss: "Close this hint",
} as const;
