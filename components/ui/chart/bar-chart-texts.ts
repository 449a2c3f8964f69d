export const barChartTexts = {
  asTable: "Show as table",
  asChart: "Show as chart",
  total: "Total",
  uncounted: "not counted",
  notWhole: "Partly counted or not counted",
  atLeast: "at least",
  emptyLeftOut: "Days without any are not listed.",
  onlySeries: "Only",
} as const;
