export const contractValueTexts = {
  present: "current",
  another: { plan: "Other plan…", term: "Other term…" },
  anotherNote: "Enter it as the API spells it. Switchboard cannot check whether it exists.",
} as const;
