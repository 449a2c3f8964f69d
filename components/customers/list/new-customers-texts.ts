export const newCustomersTexts = {
  title: "New customers not yet in the API's list",
  badge: "new",
  follow: "Follow",
  by: (person: string) => `by ${person}`,
} as const;
