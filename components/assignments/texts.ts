export const assigneeTexts = { label: "Assigned" } as const;
