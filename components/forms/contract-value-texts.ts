export const contractValueTexts = {
  present: "current",
  another: { plan: "Another plan", term: "Another term" },
  anotherNote: "Enter it as the API spells it. Switchboard cannot check whether it exists.",
} as const;
