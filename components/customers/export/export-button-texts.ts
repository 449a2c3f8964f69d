/** The button that opens an export on the customers page. The dialog and its texts are loaded when it is opened. */
export const exportButtonTexts = {
  button: "Export",
  commandWords: "download csv json file customers",
} as const;
