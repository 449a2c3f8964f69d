/**
 * The names of the roles, as people see them, in the order of forms and of the table of permissions.
 * `lib/contract/access/permissions.ts` says what each role may do. If single sign-on gives a person several roles, the
 * person gets the last one of this list.
 */
export const roleNames = { viewer: "Viewer", editor: "Editor", administrator: "Administrator" } as const;

export type Role = keyof typeof roleNames;

export const roles = Object.keys(roleNames) as [Role, ...Role[]];
