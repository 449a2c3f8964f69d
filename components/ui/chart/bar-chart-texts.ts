export const barChartTexts = {
  asTable: "Show as table",
  asChart: "Show as chart",
  total: "Total",
  uncounted: "not counted",
  partlyCounted: "partly counted",
  notWhole: "Partly counted or not counted",
  atLeast: "at least",
  emptyLeftOut: "Days without any are not listed.",
  onlySeries: "Only",
  keys: "Use the arrow keys to move between bars and Enter to choose one.",
} as const;
