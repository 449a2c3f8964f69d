import {
  invitationAcceptanceSchema,
  newStaffSchema,
  staffChangeSchema,
  staffListQuerySchema,
} from "#lib/contract/access/staff.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { changeStaff } from "./change-staff.ts";
import { endStaffSessions } from "./end-staff-sessions.ts";
import { acceptInvitation, getInvitation } from "./invitations.ts";
import { inviteStaff } from "./invite-staff.ts";
import { listStaff } from "./list-staff.ts";
import { openLink } from "./open-link.ts";
import type { StaffServices } from "./staff-services.ts";

const route = routeWith<StaffServices>();

/**
 * The routes of people and their invitations, part of the route table.
 *
 * People are invited with a one-time link, of which the store holds only a hash (one-time-link.ts). Every change of a
 * person goes through server/bff/store/people.ts under one lock for all replicas, so that the last administrator who
 * can sign in stays. The change ends the sessions of the person in the same transaction. check-new-password.ts checks
 * new passwords. server/bff/staff-command.ts does the same from the command line.
 */
export const staffRoutes = [
  route({
    method: "GET",
    path: "/api/staff",
    policy: "staff.manage",
    everyEnvironment: true,
    input: { query: staffListQuerySchema },
    handler: (context, { query }) => listStaff({ context, input: query }),
  }),
  route({
    method: "POST",
    path: "/api/staff",
    policy: "staff.manage",
    dangerous: true,
    input: { body: newStaffSchema },
    handler: (context, { body }) => inviteStaff({ context, input: body }),
  }),
  route({
    method: "PATCH",
    path: "/api/staff/:staffID",
    policy: "staff.manage",
    dangerous: true,
    input: { body: staffChangeSchema },
    handler: (context, { params, body }) => changeStaff({ context, staffID: params.staffID, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/staff/:staffID/invite",
    policy: "staff.manage",
    dangerous: true,
    input: {},
    handler: (context, { params }) => openLink({ context, staffID: params.staffID, kind: "invitation" }),
  }),
  route({
    method: "POST",
    path: "/api/staff/:staffID/reset",
    policy: "staff.manage",
    dangerous: true,
    input: {},
    handler: (context, { params }) => openLink({ context, staffID: params.staffID, kind: "reset" }),
  }),
  // Not dangerous: it only ends sessions, and a person who needs it is in a hurry. Not for API clients: a stolen key
  // could keep signing out every administrator who tries to revoke it.
  route({
    method: "POST",
    path: "/api/staff/:staffID/end-sessions",
    policy: "staff.manage",
    peopleOnly: true,
    input: {},
    handler: (context, { params }) => endStaffSessions({ context, staffID: params.staffID }),
  }),
  route({
    method: "GET",
    path: "/api/invitations/:token",
    policy: "anyone",
    input: {},
    countsAsActivity: false,
    handler: (context, { params }) => getInvitation({ context, token: params.token }),
  }),
  route({
    method: "POST",
    path: "/api/invitations/:token",
    policy: "anyone",
    input: { body: invitationAcceptanceSchema },
    countsAsActivity: false,
    handler: (context, { params, body }) => acceptInvitation({ context, token: params.token, password: body.password }),
  }),
] as const;
