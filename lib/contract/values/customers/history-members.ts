/** The members of a customer whose changes appear in the customer's history. */
export const historyMembers = ["companyName", "plan", "term", "email", "usersCount", "deleted"] as const;

export type HistoryMember = (typeof historyMembers)[number];
