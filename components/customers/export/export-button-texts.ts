/** The button of the customers page that leads to an export; the dialog and its words are loaded when it is opened. */
export const exportButtonTexts = {
  button: "Export",
  commandWords: "download csv json file customers",
} as const;
