import { uploadButtonTexts } from "./upload-button-texts.ts";

export const uploadTexts = {
  title: uploadButtonTexts.title,
  intro:
    "Choose a CSV file with one customer in each row and the names of the columns in the first row. The file is read and shown to you. Nothing is sent.",
  limits: "At most 2,000 rows, 60 columns and 5 MB.",
  template: "Template with the usual columns",
  submit: "Upload and read",
  submitting: "Uploading…",
  cancel: "Cancel",
  errors: "The file was not uploaded",
  missing: "Choose a file",
  tooLarge: "The file is larger than 5 MB",
  earlier: "Open the earlier import",
} as const;
