export const comparedContractTexts = {
  comparison: "The contract as requested, now, and afterwards",
  member: "Field",
  plan: "Plan",
  term: "Term",
  before: "When requested",
  now: "Now",
  after: "After the change",
  none: "None",
} as const;
