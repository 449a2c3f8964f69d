export const zonedTimeTexts = {
  offset: (offset: string) => `(UTC${offset})`,
  inUTC: (time: string) => `${time} UTC`,
  yours: "Your time:",
} as const;
