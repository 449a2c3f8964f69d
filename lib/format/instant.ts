/** The time in ISO 8601, in UTC with milliseconds: how the console sends, stores and shows a time to programs. */
export const instant = (ms: number): string => new Date(ms).toISOString();
