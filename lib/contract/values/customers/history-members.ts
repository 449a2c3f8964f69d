/** The members of a customer whose changes its history shows. */
export const historyMembers = ["companyName", "plan", "term", "email", "usersCount", "deleted"] as const;

export type HistoryMember = (typeof historyMembers)[number];
