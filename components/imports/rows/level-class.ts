/** The colour of the word for an error, a warning or a note. */
export const levelClass = { error: "text-negative", warning: "text-caution", note: "text-ink-muted" } as const;
