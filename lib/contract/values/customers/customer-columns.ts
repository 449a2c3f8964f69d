/**
 * The columns of the customers page with their headings. An export with the page's column names uses these headings
 * too. The company's name always comes first. The column menu lists all other columns in this order.
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
  seenAt: "Last read",
  elsewhereAt: "Changed outside Switchboard",
} as const;
