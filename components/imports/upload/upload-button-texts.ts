/**
 * The texts of the buttons that open the upload. They are separate from the dialog's texts, because other pages have
 * such buttons too.
 */
export const uploadButtonTexts = {
  title: "Import customers",
  commandWords: "csv file upload create many",
  several: "Several at once?",
  importFile: "Import a file",
} as const;
