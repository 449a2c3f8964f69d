import type { Role } from "#lib/contract/console/session.ts";
import { roles } from "#lib/contract/values/access/roles.ts";

/**
 * What a person may do, and the weakest role that may: the one table behind the checks of the BFF, what pages offer,
 * and what is shown of a role before it is given. Whatever is not here needs no more than being signed in.
 */
export const permissionRoles = {
  "customers.create": "editor",
  "contracts.change": "editor",
  "bulk.run": "editor",
  "imports.run": "editor",
  "planned.run": "editor",
  "planned.hold": "administrator",
  "notes.write": "editor",
  "approvals.decide": "editor",
  "attention.snooze": "editor",
  "views.share": "editor",
  "profile.decide": "editor",
  "api.probe": "administrator",
  "calls.bodies": "administrator",
  "staff.manage": "administrator",
  "clients.manage": "administrator",
  "approvals.override": "administrator",
  "policy.manage": "administrator",
  "audit.read": "administrator",
  "status.read": "administrator",
  "outboxes.restart": "administrator",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof permissionRoles;

/** True if `role` is `needed` or a stronger one. */
export function atLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Whether a person with this role may do this. */
export function may(role: Role, permission: Permission): boolean {
  return atLeast(role, permissionRoles[permission]);
}
