import {
  createPlannedSchema,
  holdPlannedSchema,
  plannedListQuerySchema,
  plannedStepBodySchema,
  reschedulePlannedSchema,
  resumePlannedSchema,
  revertNowSchema,
} from "#lib/contract/operations/planned-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { createPlanned } from "./create-planned.ts";
import { cancelPlanned, keepPlanned } from "./decisions/end-planned.ts";
import { reschedulePlanned, resumePlanned, takeOverPlanned } from "./decisions/replan.ts";
import { revertPlannedNow } from "./decisions/revert-now.ts";
import { getPlanned } from "./get-planned.ts";
import { holdPlanned } from "./hold-planned.ts";
import { listPlanned } from "./list-planned.ts";
import type { PlannedServices } from "./planned-services.ts";

const route = routeWith<PlannedServices>();

/**
 * The routes of planned changes, part of the one table.
 *
 * A planned change is a list of steps with a time: changes of the contract and, where it is temporary, the changes that
 * take them back. The runner in `run` claims a due step in the transaction that records its operation, so one replica
 * sends it once; from there on it is a write like any other. Each transition is a pure function in
 * server/bff/store/planned; it runs under the lock of the row and adds its event to the audit log
 * (docs/decisions/0036-planned-changes.md).
 */
export const plannedRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/planned",
    policy: "viewer",
    input: { query: plannedListQuerySchema, repeated: ["customerID"] },
    countsAsActivity: false,
    handler: (context, { query }) => listPlanned({ context, input: query }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned",
    policy: "planned.run",
    input: { body: createPlannedSchema },
    handler: (context, { body }) => createPlanned({ context, input: body }),
  }),
  // Its page polls while it is open.
  route({
    method: "GET",
    path: "/api/:environment/planned/:plannedChangeID",
    policy: "viewer",
    input: {},
    countsAsActivity: false,
    handler: (context, { params }) => getPlanned({ context, plannedChangeID: params.plannedChangeID }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/cancel",
    policy: "planned.run",
    input: { body: plannedStepBodySchema },
    handler: (context, { params, body }) => cancelPlanned({ context, ...params, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/reschedule",
    policy: "planned.run",
    input: { body: reschedulePlannedSchema },
    handler: (context, { params, body }) => reschedulePlanned({ context, ...params, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/resume",
    policy: "planned.run",
    input: { body: resumePlannedSchema },
    handler: (context, { params, body }) => resumePlanned({ context, ...params, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/revert-now",
    policy: "planned.run",
    input: { body: revertNowSchema },
    handler: (context, { params, body }) => revertPlannedNow({ context, ...params, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/keep",
    policy: "planned.run",
    input: { body: plannedStepBodySchema },
    handler: (context, { params, body }) => keepPlanned({ context, ...params, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/take-over",
    policy: "planned.run",
    input: { body: plannedStepBodySchema },
    handler: (context, { params, body }) => takeOverPlanned({ context, ...params, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/hold",
    policy: "planned.hold",
    input: { body: holdPlannedSchema },
    handler: (context, { body }) => holdPlanned({ context, input: body }),
  }),
] as const;
