import type { Permission } from "#lib/contract/access/permissions.ts";
import { operationKinds } from "#lib/operation-kinds/operation-kinds.ts";

/** What every role may do. This needs no permission, only a sign-in. */
export const everyoneMay = "look up customers, contracts, activities, jobs and numbers, and export them";

type KindPermission = (typeof operationKinds)[number]["permission"]["name"];

const kindPermissionNames = Object.fromEntries(
  operationKinds.map(({ permission: { name, words } }) => [name, words]),
) as Record<KindPermission, string>;

const otherPermissionNames: Readonly<Record<Exclude<Permission, KindPermission>, string>> = {
  "bulk.run": "start bulk changes, and pause or cancel them",
  "imports.run": "import customers from files",
  "planned.run": "plan contract changes, and change or cancel planned ones",
  "freezes.manage": "freeze an environment",
  "known.erase": "erase what is known of a customer",
  "notes.write": "write notes about customers and tag them",
  "approvals.decide": "approve what another person requested",
  "attention.snooze": "snooze what needs attention",
  "attention.handle": "mark what failed as handled",
  "views.share": "share saved views",
  "exports.send": "let files of scheduled exports be sent to the endpoint",
  "exports.manage": "pause and delete scheduled exports of other people",
  "profile.decide": "decide about differences in the API",
  "api.probe": "check the API at once while requests are paused",
  "calls.bodies": "record and see the content of API calls",
  "staff.manage": "invite, change and disable people",
  "clients.manage": "create and revoke API clients",
  "policy.manage": "decide how people sign in and what their changes need",
  "approvals.override": "release what waits for approval in an emergency",
  "audit.read": "read, verify and export the audit log",
  "status.read": "see how Switchboard itself runs",
  "outboxes.restart": "release what a restore has stopped",
  "outboxes.test": "send test messages to the endpoints of notifications, audit events and exports",
};

/**
 * The names of permissions, as the end of a sentence with "may". The names for operation kinds come from each kind's
 * own description.
 */
export const permissionNames: Readonly<Record<Permission, string>> = {
  ...kindPermissionNames,
  ...otherPermissionNames,
};

export const matrixTexts = {
  caption: "What each role may do",
  may: "A person may",
  yes: "Yes",
  no: "No",
} as const;
