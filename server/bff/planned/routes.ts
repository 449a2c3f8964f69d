import { randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { plannedAnswerSchema, plannedDetailSchema, plannedListSchema } from "#lib/contract/operations/planned.ts";
import {
  createPlannedSchema,
  plannedListQuerySchema,
  plannedStepBodySchema,
  reschedulePlannedSchema,
  resumePlannedSchema,
  revertNowSchema,
} from "#lib/contract/operations/planned-requests.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { resolveTime, timeInZone } from "#server/bff/core/local-times.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import { cancelled, kept, revertedNow } from "#server/bff/store/planned/planned-edits.ts";
import { owedReverts } from "#server/bff/store/planned/planned-state.ts";
import { decidePlanned, personReason } from "./decisions/decide-planned.ts";
import { reschedulePlanned, resumePlanned, takeOverPlanned } from "./decisions/replan.ts";
import { actionRefusal, findPlanned } from "./find-planned.ts";
import { noRoom, preparePlan } from "./plan-change.ts";
import type { PlannedServices } from "./planned-services.ts";
import { holdView, plannedAnswer, plannedViews } from "./planned-view.ts";
import { readReviewed, wholeContract } from "./read-reviewed.ts";

const route = routeWith<PlannedServices>();

/**
 * The routes of planned changes.
 *
 * A planned change is a list of steps with times: the contract changes and, for a temporary change, the changes that
 * undo them. The runner in `run` claims a due step in the transaction that records its operation, so only one replica
 * sends the step. After that, the step is a write like any other write. Each transition is a pure function in
 * server/bff/store/planned. It runs under the lock of the row, and its audit event is written in the same transaction
 * (docs/decisions/0036-planned-changes.md).
 */
export const plannedRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/planned",
    about: "A page of an environment's planned changes, and whether planned changes are frozen.",
    policy: "viewer",
    input: { query: plannedListQuerySchema, repeated: ["customerID"] },
    answer: plannedListSchema,
    countsAsActivity: false,
    async handler({ services, environment, session }, { query }) {
      const { store, clock } = services;
      const { mine, open, state, customerID, ticket, from, to, sort, ascending, limit, offset } = query;
      const filter = {
        environment,
        isOpen: open,
        states: state,
        customerIDs: customerID,
        ticket,
        ...(mine && { staffID: session.staff.staffID }),
        ...(from !== undefined && { fromMs: Date.parse(from) }),
        ...(to !== undefined && { toMs: Date.parse(to) }),
      };
      const { planned, total } = await store.planned.list(filter, { sort, ascending, limit, offset });
      return {
        planned: await plannedViews(services, environment, planned),
        hold: await holdView(services, environment),
        total,
        limit,
        offset,
        asOf: new Date(clock.now()).toISOString(),
      };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned",
    about:
      "Plans a change of a contract. A temporary change also has an end. All steps are stored now. Nothing is sent before the planned time.",
    policy: "planned.run",
    input: { body: createPlannedSchema },
    answer: plannedAnswerSchema,
    statuses: [201],
    errors: [
      ...apiErrors,
      "contract_changed",
      "customer_not_found_within_bound",
      "planned_exists",
      "too_many_planned",
      "unclear_time",
    ],
    async handler(context, { body }) {
      const { services, environment, session } = context;
      await requireReference(services, "contract-changes", body.console);
      const { staffID, email } = session.staff;
      const { customerID, change, then: second = null, expected } = body;
      const make = await preparePlan(context, randomUUID(), {
        customerID,
        change,
        second,
        at: resolveTime(body.at, "at"),
        until: body.until === undefined ? null : resolveTime(body.until, "until"),
        expected,
        responsible: { staffID, email },
        reason: body.console?.reason ?? null,
        ticket: body.console?.ticket ?? null,
      });
      const event = { ...auditSource(context), action: "planned.created", reason: body.console?.reason } as const;
      const room = await services.store.planned.create(make, event);
      if (room.result !== "created") throw noRoom(room, environment);
      return plannedAnswer(services, room.planned);
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/planned/:plannedChangeID",
    about: "One planned change in any state, with its steps. The page of an open planned change polls this route.",
    policy: "viewer",
    input: {},
    answer: plannedDetailSchema,
    countsAsActivity: false,
    async handler(context, { params: { plannedChangeID } }) {
      const answer = await plannedAnswer(context.services, await findPlanned(context, plannedChangeID));
      const { proposals } = context.services.store;
      const proposalID = await proposals.ofResult(context.environment, "planned", plannedChangeID);
      return { ...answer, ...(proposalID !== null && { proposalID }) };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/cancel",
    about: "Cancels a planned change if none of its steps has run. Nothing is sent.",
    policy: "planned.run",
    input: { body: plannedStepBodySchema },
    answer: plannedAnswerSchema,
    errors: ["planned_moved"],
    async handler(context, { params: { plannedChangeID }, body }) {
      const step = { action: "cancel", audit: "planned.cancelled", body } as const;
      return decidePlanned(context, plannedChangeID, step, (planned, nowMs) =>
        cancelled(planned, personReason(context, "person", "Cancelled", nowMs), nowMs),
      );
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/reschedule",
    about: "Moves a planned change to another time.",
    policy: "planned.run",
    input: { body: reschedulePlannedSchema },
    answer: plannedAnswerSchema,
    errors: ["planned_moved", "unclear_time"],
    handler: (context, { params, body }) => reschedulePlanned({ context, ...params, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/resume",
    about: "Continues a suspended or missed planned change after a review of the current contract.",
    policy: "planned.run",
    input: { body: resumePlannedSchema },
    answer: plannedAnswerSchema,
    errors: [...apiErrors, "contract_changed", "customer_not_found_within_bound", "planned_moved", "unclear_time"],
    handler: (context, { params, body }) => resumePlanned({ context, ...params, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/revert-now",
    about:
      "Ends a temporary change now. If its end is suspended or missed, the contract may have changed since. Then the person must have reviewed the current contract.",
    policy: "planned.run",
    input: { body: revertNowSchema },
    answer: plannedAnswerSchema,
    errors: [...apiErrors, "contract_changed", "customer_not_found_within_bound", "planned_moved"],
    async handler(context, { params: { plannedChangeID }, body: input }) {
      const planned = await findPlanned(context, plannedChangeID);
      const refusal = actionRefusal(planned, "revert-now", input?.digest);
      if (refusal) throw refusal;
      const isHalted = owedReverts(planned).some(({ state }) => state !== "scheduled");
      if (isHalted && !input?.expected) {
        const message = "must be the contract that you saw, because it may be another one than this change has made";
        throw new AppError("invalid_request", `Nothing was changed: expected ${message}.`, {
          errors: [{ field: "expected", message }],
        });
      }
      const expected = input?.expected;
      const reviewed = expected && wholeContract((await readReviewed(context, planned.customerID, expected)).contract);
      const body = { ...input, digest: planned.digest };
      const step = { action: "revert-now", audit: "planned.reverted", body } as const;
      return decidePlanned(context, plannedChangeID, step, (current, nowMs) => {
        const reason = personReason(context, "person", "Ended early", nowMs);
        const now = timeInZone(nowMs, "UTC");
        return revertedNow(current, { now, reviewed }, reason, nowMs, randomUUID);
      });
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/keep",
    about: "Makes a temporary change permanent. The changed values remain, and no further step runs.",
    policy: "planned.run",
    input: { body: plannedStepBodySchema },
    answer: plannedAnswerSchema,
    errors: ["planned_moved"],
    async handler(context, { params: { plannedChangeID }, body }) {
      const step = { action: "keep", audit: "planned.kept", body } as const;
      return decidePlanned(context, plannedChangeID, step, (planned, nowMs) =>
        kept(planned, personReason(context, "kept", "Kept for good", nowMs), nowMs),
      );
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/planned/:plannedChangeID/take-over",
    about: "Makes the sender the owner of a planned change.",
    policy: "planned.run",
    input: { body: plannedStepBodySchema },
    answer: plannedAnswerSchema,
    errors: ["planned_moved"],
    handler: (context, { params, body }) => takeOverPlanned({ context, ...params, input: body }),
  }),
] as const;
