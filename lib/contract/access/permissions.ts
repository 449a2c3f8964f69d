import type { Role } from "#lib/contract/values/access/roles.ts";

/**
 * The permissions, with the roles that have each. This table is the only source for the checks of the BFF, for the
 * actions that pages offer, and for the description of a role before it is assigned. An action without a permission
 * here needs only a sign-in.
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

/** The roles that manage staff count as administrators: the last one cannot be removed, and break-glass needs one. */
export const administratorRoles = rolesThatMay("staff.manage");
