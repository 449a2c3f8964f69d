export const newCustomersTexts = {
  title: "New customers that the API's list does not show yet",
  badge: "new",
  unknown: "Outcome unknown",
  accepted: "Accepted",
  follow: "Follow",
  by: (email: string) => `by ${email}`,
} as const;
