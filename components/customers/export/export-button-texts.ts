/**
 * Texts of the button that opens an export on the customers page. The dialog and its texts load when the person opens
 * it.
 */
export const exportButtonTexts = {
  button: "Export",
  commandWords: "download csv json file customers",
} as const;
