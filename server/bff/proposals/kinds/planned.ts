import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type PlannedTime, plannedTimeSchema, type ShownTime } from "#lib/contract/operations/planned-time.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { resolveTime } from "#server/bff/core/local-times.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import { checkTimes } from "#server/bff/planned/check-times.ts";
import { checkPlannedChange, noRoom, preparePlan } from "#server/bff/planned/plan-change.ts";
import { describeProposalKind, notProposed } from "#server/bff/proposals/proposal-kind.ts";
import type { ChosenTime } from "#server/bff/store/planned/planned-rows.ts";
import {
  changeInput,
  changeOfInput,
  compareCustomer,
  customerIDInput,
  proposedCustomerOf,
  readProposedCustomer,
} from "./proposed-customer.ts";

const shownTime = ({ atMs, local, zone, offset }: ChosenTime): ShownTime => ({
  at: new Date(atMs).toISOString(),
  local,
  zone,
  offset,
});

const chosenTime = ({ at, local, zone, offset }: ShownTime): ChosenTime => ({
  atMs: Date.parse(at),
  local,
  zone,
  offset,
});

const times = (at: PlannedTime, until: PlannedTime | undefined) => ({
  at: resolveTime(at, "at"),
  until: until === undefined ? null : resolveTime(until, "until"),
});

/**
 * A planned change of one contract. The accepted planned change is stored with all its steps, like a person's. Where an
 * approval rule applies, it then waits for the approval of a second person.
 */
export const plannedProposal = describeProposalKind({
  kind: "planned",
  tool: {
    name: "propose_planned_change",
    title: "Propose a planned change",
    about:
      "Proposes a change of one contract at a later time: a plan, a term, or both one after the other. With until, the change is temporary and the earlier values come back then.",
    input: z.object({
      customerID: customerIDInput,
      ...changeInput,
      at: plannedTimeSchema.describe("When the change is made: an instant, or a local time with its zone"),
      until: plannedTimeSchema.optional().describe("For a temporary change: when it ends"),
    }),
  },
  async contentOf(context, { customerID, plan, term, at, until }) {
    const { services } = context;
    const chosen = times(at, until);
    checkTimes(chosen, { nowMs: await services.store.planned.now(), isApplied: false }, services.plannedRules);
    const proposed = proposedCustomerOf(await readProposedCustomer(context, customerID));
    const both = plan !== undefined && term !== undefined;
    const change = both ? { plan } : changeOfInput({ plan, term });
    const second = both ? { term } : undefined;
    const changes: BulkChange[] = second ? [change, second] : [change];
    for (const one of changes) checkPlannedChange(one, proposed.expected, chosen.until !== null);
    const open = await services.store.planned.list(
      { environment: context.environment, isOpen: true, customerIDs: [proposed.customerID] },
      { sort: "at", ascending: true, limit: 1, offset: 0 },
    );
    if (open.total > 0) throw notProposed("this customer has an open planned change.", "customerID");
    return {
      ...proposed,
      change,
      // biome-ignore lint/suspicious/noThenProperty: the contract names this member `then`, and it is never a function
      ...(second && { then: second }),
      at: shownTime(chosen.at),
      ...(chosen.until && { until: shownTime(chosen.until) }),
    };
  },
  compare: compareCustomer,
  rules({ services, environment, session }, { change, then: second }) {
    const changes: BulkChange[] = second ? [change, second] : [change];
    const { staffID } = session.staff;
    return services.approvalGate.reasons({ environment, staffID, kind: "planned", rows: 1, changes });
  },
  async carryOut(context, { content, reference, decided }) {
    const { services, environment, session } = context;
    await requireReference(services, "contract-changes", reference);
    const { customerID, change, then: second = null, at, until, expected } = content;
    const { staffID, email } = session.staff;
    const plannedChangeID = randomUUID();
    const make = await preparePlan(context, plannedChangeID, {
      customerID,
      change,
      second,
      at: chosenTime(at),
      until: until ? chosenTime(until) : null,
      expected,
      responsible: { staffID, email },
      reason: reference?.reason ?? null,
      ticket: reference?.ticket ?? null,
    });
    const event = { ...auditSource(context), action: "planned.created", reason: reference?.reason } as const;
    const room = await services.store.planned.create(make, event, decided("planned", plannedChangeID));
    if (room.result !== "created") throw noRoom(room, environment);
    return undefined;
  },
  audited: ({ customerID, change, then: second, at, until, expected }) => ({
    customerID,
    changes: second ? [change, second] : [change],
    at,
    ...(until && { until }),
    expected,
  }),
});
