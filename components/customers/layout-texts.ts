export const layoutTexts = {
  density: "Rows",
  shown: "Shown, in this order",
  company: "Company is always the first.",
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  moved: (column: string, place: number, of: number) => `${column} is column ${place} of ${of}`,
  reset: "Reset",
  note: {
    console: "Saved for you in every browser, and in the views that you save.",
    address: "Saved in this page's link. Update the view to save it there.",
  },
} as const;
