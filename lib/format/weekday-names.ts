/** The days of a week. Forms and rules number them from 1 (Monday). */
export const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
