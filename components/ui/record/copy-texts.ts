export const copyTexts = {
  copied: "copied",
  refused: "The browser blocked copying. Select the text and copy it:",
} as const;
