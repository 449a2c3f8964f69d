export const developerTexts = {
  title: "Raw data",
  developer: "Developer",
} as const;
