/** The texts of the boxes that select customers. The texts of the bar load with the bar. */
export const selectTexts = {
  select: (name: string) => `Select ${name}`,
  selectPage: "Select all customers on this page",
  selectAll: (count: string) => `Select all ${count} that match`,
  tooMany: (max: string) => `One bulk change takes at most ${max} customers. Narrow the list.`,
} as const;
