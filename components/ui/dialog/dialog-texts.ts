export const dialogTexts = { close: "Close" } as const;
