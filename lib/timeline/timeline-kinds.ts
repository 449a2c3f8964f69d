/** The kinds of entries in a customer's timeline, in the order of the filters. */
export const timelineKinds = ["operations", "jobs", "planned", "notes", "activities", "elsewhere", "states"] as const;

export type TimelineKind = (typeof timelineKinds)[number];
