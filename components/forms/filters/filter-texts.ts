export const filterTexts = {
  any: "any",
  somebody: "someone else",
  change: (name: string) => `Change the filter: ${name}`,
  remove: (name: string, value: string) => `Remove the filter: ${name} ${value}`,
  removeAll: "Remove all filters",
  clearSearch: "Clear search",
} as const;
