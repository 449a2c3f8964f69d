export const columnNamesTexts = {
  label: "Column names as on the page",
  note: "Otherwise they are those of the API, which scripts rely on.",
} as const;
