export const selectionTexts = {
  bar: "Selected customers",
  selected: (count: string) => `${count} selected`,
  elsewhere: (count: string) => `${count} not on this page`,
  allSelected: (count: string) => `All ${count} that match are selected`,
  selecting: "Selecting…",
  selectFailed: "Not selected. Try again",
  clear: "Clear selection",
  cleared: "Selection cleared",
} as const;
