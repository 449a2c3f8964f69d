/** What the columns of the customers page are called, there and in an export with these names. */
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
