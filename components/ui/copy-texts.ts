export const copyTexts = {
  copied: "copied",
  refused: "The browser did not allow copying. Select this and copy it by hand:",
} as const;
