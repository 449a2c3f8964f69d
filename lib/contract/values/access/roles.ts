/**
 * The displayed names of the roles, in the order of forms and of the permissions table.
 * `lib/contract/access/permissions.ts` says what each role may do. If single sign-on gives a person several roles, the
 * role that is last in this list applies.
 */
export const roleNames = { viewer: "Viewer", editor: "Editor", administrator: "Administrator" } as const;

export type Role = keyof typeof roleNames;

export const roles = Object.keys(roleNames) as [Role, ...Role[]];
