export const passwordFieldTexts = { show: "Show", hide: "Hide" } as const;
