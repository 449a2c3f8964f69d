export const customerNameTexts = { copyID: "Copy customer ID" } as const;
