/**
 * The columns of the customers page and their headings, there and in an export with these names. The company's name
 * always comes first; the others are in the order in which they are offered.
 */
export const customerColumnNames = {
  company: "Company",
  customerID: "Customer ID",
  plan: "Plan",
  term: "Term",
  usersCount: "Users",
  email: "Administrator e-mail",
  created: "Created",
  deletedAt: "Deleted",
} as const;
