export const columnsMenuTexts = {
  button: "Columns",
  title: "Columns and density",
} as const;
