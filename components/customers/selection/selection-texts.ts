export const selectionTexts = {
  bar: "Selected customers",
  select: (name: string) => `Select ${name}`,
  selectPage: "Select all customers on this page",
  selected: (count: string) => `${count} selected`,
  elsewhere: (count: string) => `${count} not on this page`,
  allSelected: (count: string) => `All ${count} that match are selected`,
  selectAll: (count: string) => `Select all ${count} that match`,
  clear: "Clear selection",
  cleared: "Selection cleared",
} as const;
