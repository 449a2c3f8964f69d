export const mentionTexts = {
  list: "Colleagues",
  found: (count: number) =>
    count === 1 ? "1 colleague. Enter chooses." : `${count} colleagues. Arrow keys and Enter choose.`,
  notified: (names: string) => `Will be notified: ${names}`,
} as const;
