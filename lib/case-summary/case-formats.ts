export const caseFormats = ["text", "markdown"] as const;

export type CaseFormat = (typeof caseFormats)[number];
