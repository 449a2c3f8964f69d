export const newCustomersTexts = {
  title: "New customers that the API's list does not show yet",
  badge: "new",
  follow: "Follow",
  by: (email: string) => `by ${email}`,
} as const;
