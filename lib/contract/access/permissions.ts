import type { Role } from "#lib/contract/values/access/roles.ts";

/**
 * What a person may do, and the roles that may: the one table behind the checks of the BFF, what pages offer, and what
 * is shown of a role before it is given. Whatever is not here needs no more than being signed in.
 */
export const permissionRoles = {
  "customers.create": ["editor", "administrator"],
  "contracts.change": ["editor", "administrator"],
  "bulk.run": ["editor", "administrator"],
  "imports.run": ["editor", "administrator"],
  "planned.run": ["editor", "administrator"],
  "planned.hold": ["administrator"],
  "notes.write": ["editor", "administrator"],
  "approvals.decide": ["editor", "administrator"],
  "attention.snooze": ["editor", "administrator"],
  "views.share": ["editor", "administrator"],
  "profile.decide": ["editor", "administrator"],
  "api.probe": ["administrator"],
  "calls.bodies": ["administrator"],
  "staff.manage": ["administrator"],
  "clients.manage": ["administrator"],
  "approvals.override": ["administrator"],
  "policy.manage": ["administrator"],
  "audit.read": ["administrator"],
  "status.read": ["administrator"],
  "outboxes.restart": ["administrator"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissionRoles;

/** The roles that may do this. */
export const rolesThatMay = (permission: Permission): readonly Role[] => permissionRoles[permission];

/** Whether a person with this role may do this. */
export const may = (role: Role, permission: Permission): boolean => rolesThatMay(permission).includes(role);

/** Whoever manages staff is an administrator: the last one cannot be lost, and break-glass needs one. */
export const administratorRoles = rolesThatMay("staff.manage");
