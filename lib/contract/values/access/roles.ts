/**
 * Roles by the names that people see, in the order of forms and of the table of permissions. What each may do is in
 * `lib/contract/access/permissions.ts`. A person to whom single sign-on gives several roles gets the last of them.
 */
export const roleNames = { viewer: "Viewer", editor: "Editor", administrator: "Administrator" } as const;

export type Role = keyof typeof roleNames;

export const roles = Object.keys(roleNames) as [Role, ...Role[]];
