/** Texts of the help dialog. They are loaded with the dialog. */
export const helpDialogTexts = {
  title: "Help",
  find: "To find anything, press Ctrl or ⌘ K and paste what you have: a phone number, an e-mail address, a name or an ID.",
  problem: "If a problem remains, send your administrator the request ID from its details.",
  guide: "Read the guide",
  topic: (title: string) => `About this page: ${title}`,
  everywhere: "Keys that work everywhere, even while typing",
  lookup: "Look up anything, or run a command",
  lookupKeys: "Ctrl or ⌘ K",
  close: "Close the dialog or menu",
  here: "Keys of this page",
  go: "Keys that open a page",
  andThen: "then",
  single: "Single-key shortcuts",
  singleOn: "Turn them off if you use dictation, or if you press keys by mistake.",
  singleOff: "Single keys do nothing now. Shortcuts with Ctrl or ⌘ still work.",
} as const;
