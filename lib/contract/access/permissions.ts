import type { AssistantMode } from "#lib/contract/values/access/assistant-modes.ts";
import type { Role } from "#lib/contract/values/access/roles.ts";

/**
 * The permissions, and the roles that have each permission. The BFF's checks, the actions on pages and the role
 * descriptions all come from this table. An action that is not in the table only requires a sign-in.
 */
export const permissionRoles = {
  "customers.create": ["editor", "administrator"],
  "contracts.change": ["editor", "administrator"],
  "bulk.run": ["editor", "administrator"],
  "imports.run": ["editor", "administrator"],
  "planned.run": ["editor", "administrator"],
  "freezes.manage": ["administrator"],
  "notes.write": ["editor", "administrator"],
  "known.erase": ["administrator"],
  "approvals.decide": ["editor", "administrator"],
  "attention.snooze": ["editor", "administrator"],
  "attention.handle": ["editor", "administrator"],
  "views.share": ["editor", "administrator"],
  "exports.send": ["editor", "administrator"],
  "exports.manage": ["administrator"],
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
  "outboxes.test": ["administrator"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissionRoles;

/** The roles that have the permission. */
export const rolesThatMay = (permission: Permission): readonly Role[] => permissionRoles[permission];

/** True if a person with this role has the permission. */
export const may = (role: Role, permission: Permission): boolean => rolesThatMay(permission).includes(role);

/**
 * True if the key of an API client may propose: an administrator has allowed it, and the role of the key may do what is
 * proposed. Without `permission`: whether the key may propose anything.
 */
export const mayPropose = (
  { assistant, role }: { assistant: AssistantMode; role: Role },
  permission: Permission = "contracts.change",
): boolean => assistant === "proposals" && may(role, permission);

/**
 * The roles that may manage staff. A person with such a role counts as an administrator. At least one administrator
 * must always exist, and a break-glass account must be an administrator.
 */
export const administratorRoles = rolesThatMay("staff.manage");
