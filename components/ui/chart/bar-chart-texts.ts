export const barChartTexts = {
  asTable: "Show as table",
  asChart: "Show as chart",
  total: "Total",
  uncounted: "not counted",
  partlyCounted: "counted in part",
  atLeast: "at least",
  emptyLeftOut: "Days without any are left out.",
  onlySeries: "Only",
  keys: "Arrow keys move between bars, Enter chooses one.",
} as const;
