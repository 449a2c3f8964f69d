export const selectionTexts = {
  bar: "Selected customers",
  select: (name: string) => `Select ${name}`,
  selectPage: "Select all customers on this page",
  selected: (count: string) => `${count} selected`,
  elsewhere: (count: string) => `${count} not on this page`,
  allSelected: (count: string) => `All ${count} that match are selected`,
  selectAll: (count: string) => `Select all ${count} that match`,
  selecting: "Selecting…",
  selectFailed: "Not selected. Try again",
  tooMany: (max: string) => `One bulk change takes at most ${max} customers. Narrow the list.`,
  clear: "Clear selection",
  cleared: "Selection cleared",
} as const;
