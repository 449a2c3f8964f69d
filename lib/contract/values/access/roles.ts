/** Roles, weakest first: each may do what those before it may. */
export const roles = ["viewer", "editor", "administrator"] as const;

export type Role = (typeof roles)[number];
