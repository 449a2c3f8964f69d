export const plannedMarkTexts = {
  label: (change: string) => `Planned change: ${change}`,
} as const;
