/** Texts of the button that plans the same change for each selected customer. */
export const manyButtonTexts = {
  button: "Plan a change",
  commandWords: "schedule later time several selected",
} as const;
