import { describe, expect, test } from "vitest";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { missingCustomers, showsNewestFirst } from "#lib/query/customers/new-customers.ts";
import { defaultCustomersView } from "#lib/url-state/customers-view.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const ago = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();

const creation = (minutes: number, given: Partial<Operation> = {}): Operation => ({
  operationID: `operation-${minutes}`,
  kind: "create-customer",
  environment: "sandbox",
  state: "accepted",
  outcome: "done",
  actor: { staffID: "1", email: "ada@test.example" },
  request: { companyName: "New" },
  customerID: `NEW-${minutes}`,
  createdAt: ago(minutes),
  ...given,
});

const customer = (customerID: string, created?: string): Customer => ({
  customerID,
  companyName: customerID,
  deleted: false,
  contract: {},
  adminUser: {},
  raw: {},
  ...(created !== undefined && { created }),
});

const idsOf = (operations: readonly Operation[]) => operations.map(({ operationID }) => operationID);

describe("new customers that the list does not show yet", () => {
  test.each([
    [{}, true],
    [{ window: "all" as const }, true],
    [{ window: { datefrom: "2026-01-01" } }, true],
    [{ window: { datefrom: "2026-01-01", dateto: "2026-01-02" } }, false],
    [{ offset: 25 }, false],
    [{ searchTerm: "acme" }, false],
    [{ sort: "companyName" as const }, false],
    [{ ascending: true }, false],
  ])("the view %o shows where a new customer must appear: %s", (change, expected) => {
    expect(showsNewestFirst({ ...defaultCustomersView, ...change })).toBe(expected);
  });
});

test("a customer that the list contains is not missing, even if the list spells its ID in the other letter case", () => {
  const list = { customers: [customer("new-5"), customer("older", ago(60))], total: 2 };
  expect(idsOf(missingCustomers([creation(5), creation(6)], list, nowMs))).toEqual(["operation-6"]);
});

test("a customer that may be on a later page is not missing", () => {
  const list = { customers: [customer("a", ago(10)), customer("b", ago(20))], total: 100 };
  expect(idsOf(missingCustomers([creation(5), creation(30)], list, nowMs))).toEqual(["operation-5"]);
});

test("a creation with an unknown outcome is missing too, and no creation is missing for more than a day", () => {
  const { customerID: _, ...unknown } = creation(5, { state: "unknown" });
  const list = { customers: [], total: 0 };
  expect(idsOf(missingCustomers([unknown, creation(25 * 60)], list, nowMs))).toEqual(["operation-5"]);
});

test("a failed creation is no new customer, whether its record or its job shows the failure", () => {
  const list = { customers: [], total: 0 };
  const job = (state: "running" | "failed" | "cancelled") => ({ state, stateText: state, seenAt: ago(1) });
  const creating = creation(2, { jobID: "j", job: job("running") });
  expect(missingCustomers([creating], list, nowMs)).toHaveLength(1);
  for (const state of ["failed", "cancelled"] as const) {
    expect(missingCustomers([creation(2, { jobID: "j", job: job(state) })], list, nowMs)).toHaveLength(0);
    const seen = { jobID: "j", state, stateText: state, steps: [], raw: {} };
    const live = new Map([["j", { job: seen, asOf: ago(0), problem: undefined }]]);
    expect(missingCustomers([creating], list, nowMs, live)).toHaveLength(0);
  }
});
