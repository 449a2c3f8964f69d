/** The buttons that open the upload. Other pages have them too, so they are apart from the texts of the dialog. */
export const uploadButtonTexts = {
  title: "Import customers",
  commandWords: "csv file upload create many",
  several: "Several at once?",
  importFile: "Import a file",
} as const;
