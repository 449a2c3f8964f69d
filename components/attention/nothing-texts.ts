/** The texts of an empty list with filters. They load with `nothing.tsx`. */
export const nothingTexts = {
  emptyMine: "Nothing waits for you",
  emptyFiltered: "Nothing matches these filters",
  emptySnoozed: "Nothing is snoozed",
  emptyHandled: "Nothing is marked as handled",
  emptyHandledNote: "Items that somebody marked as handled stay here until their cause changes.",
  emptySnoozedNote: "A snoozed item comes back for everyone at its time.",
} as const;
