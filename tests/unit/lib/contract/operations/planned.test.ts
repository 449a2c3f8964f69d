import { describe, expect, it } from "vitest";
import {
  type PlannedAction,
  type PlannedChange,
  type PlannedHold,
  type PlannedList,
  type PlannedReason,
  type PlannedReasonCode,
  type PlannedState,
  type PlannedStep,
  type PlannedStepKind,
  type PlannedStepState,
  plannedAnswerSchema,
  plannedListSchema,
} from "#lib/contract/operations/planned.ts";
import {
  type CreatePlanned,
  createPlannedSchema,
  type PlannedListQuery,
  type PlannedStepBody,
  plannedListQuerySchema,
  plannedStepBodySchema,
  type ReschedulePlanned,
  type ResumePlanned,
  type RevertNow,
  reschedulePlannedSchema,
  resumePlannedSchema,
  revertNowSchema,
} from "#lib/contract/operations/planned-requests.ts";
import { type PlannedTime, plannedTimeSchema } from "#lib/contract/operations/planned-time.ts";
import {
  attentionPlannedStates,
  finalPlannedStates,
  isFinalPlanned,
} from "#lib/contract/values/operations/planned-states.ts";

const person = { staffID: "s1", email: "editor@demo.test" };
const kind: PlannedStepKind = "apply";
const stepState: PlannedStepState = "suspended";
const code: PlannedReasonCode = "contract-changed";
const state: PlannedState = "suspended";
const actions: PlannedAction[] = ["resume", "cancel"];
const time = { local: "2026-12-01T09:00", zone: "Europe/Berlin", offset: "+01:00" };
const instant = "2026-12-01T08:00:00.000Z";
const reason: PlannedReason = { code, message: "The contract is another one.", at: instant };
const step: PlannedStep = {
  stepID: "t1",
  order: 1,
  kind,
  change: { plan: "professional" },
  ...time,
  dueAt: instant,
  notAfter: instant,
  state: stepState,
  attempt: 1,
  reason,
  reviewed: { plan: "essential" },
  found: { plan: "enterprise" },
};
const plannedChange: PlannedChange = {
  plannedChangeID: "p1",
  environment: "sandbox",
  customerID: "c1",
  change: { plan: "professional" },
  at: instant,
  ...time,
  state,
  stateReason: reason,
  steps: [step],
  requestedBy: person,
  responsible: person,
  digest: "d",
  version: 1,
  expected: { plan: "essential" },
  actions,
  createdAt: instant,
  updatedAt: instant,
};
const hold: PlannedHold = { held: false };

const create: CreatePlanned = {
  customerID: "c1",
  change: { plan: "professional" },
  at: time,
  expected: { plan: "essential", term: "monthly" },
};

describe("planned changes in requests and answers", () => {
  it("a planned change, a list of planned changes and a freeze survive writing and parsing", () => {
    expect(plannedAnswerSchema.parse({ plannedChange })).toEqual({ plannedChange });
    const list: PlannedList = { planned: [plannedChange], hold, total: 1, limit: 25, offset: 0, asOf: instant };
    expect(plannedListSchema.parse(list)).toEqual(list);
  });

  it("a new planned change contains one member, or each of the two members once", () => {
    const both = (then: unknown) => createPlannedSchema.safeParse({ ...create, then }).success;
    expect(createPlannedSchema.parse(create)).toEqual(create);
    expect(both({ term: "monthly" })).toBe(true);
    expect(both({ plan: "enterprise" })).toBe(false);
    expect(both({ plan: "enterprise", term: "monthly" })).toBe(false);
  });

  it("a time is an instant, or a local time with a zone and perhaps its offset", () => {
    const times: unknown[] = [instant, time, { local: time.local, zone: "UTC" }];
    expect(times.map((one) => plannedTimeSchema.parse(one) as PlannedTime)).toEqual(times);
    const wrong = ["2026-12-01", "2026-12-01T09:00", { local: "2026-12-01T09:00" }, { ...time, zone: "Mars/Olympus" }];
    expect(wrong.map((one) => plannedTimeSchema.safeParse(one).success)).toEqual([false, false, false, false]);
    expect(plannedTimeSchema.safeParse({ ...time, zone: "+01:00" }).success).toBe(false);
  });

  it("every step has its own body", () => {
    const reschedule: ReschedulePlanned = { digest: "d", until: instant };
    const resume: ResumePlanned = { expected: { plan: "essential" }, console: { ticket: "T-1", reason: "Agreed" } };
    const revertNow: RevertNow = { expected: { plan: "professional" } };
    const other: PlannedStepBody = { digest: "d" };
    expect(reschedulePlannedSchema.parse(reschedule)).toEqual(reschedule);
    expect(reschedulePlannedSchema.safeParse({ digest: "d" }).success).toBe(false);
    expect(resumePlannedSchema.parse(resume)).toEqual(resume);
    expect(revertNowSchema.parse(revertNow)).toEqual(revertNow);
    expect(plannedStepBodySchema.parse(other)).toEqual(other);
    expect(plannedStepBodySchema.parse(undefined)).toBeUndefined();
  });

  it("a list can be filtered by state, customers, time and owner", () => {
    const query: PlannedListQuery = plannedListQuerySchema.parse({
      state: "suspended,missed",
      customerID: ["c1", "c2"],
      from: instant,
      to: instant,
      mine: "true",
      open: "true",
    });
    expect(query).toMatchObject({ state: ["suspended", "missed"], customerID: ["c1", "c2"], mine: true, open: true });
    expect(plannedListQuerySchema.parse({})).toMatchObject({ sort: "at", ascending: true, limit: 25, offset: 0 });
    expect(plannedListQuerySchema.safeParse({ state: "soon" }).success).toBe(false);
  });

  it("a change that waits for a person is not finished", () => {
    expect(attentionPlannedStates.filter(isFinalPlanned)).toEqual([]);
    expect(finalPlannedStates.every(isFinalPlanned)).toBe(true);
  });
});
