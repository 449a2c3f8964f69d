import { expect, test } from "vitest";
import { companyNameOf, targetName } from "#components/audit/columns.tsx";
import type { AuditEvent } from "#lib/contract/access/audit.ts";

const names = {
  people: new Map<string, string>(),
  customers: new Map([["sandbox c1", "Known Ltd"]]),
  runs: new Map([["i1", "new-customers.csv"]]),
};
const operation = (after: unknown): AuditEvent => ({
  sequence: 1,
  at: "2026-11-20T12:00:00.000Z",
  actor: { kind: "staff" },
  action: "operation.recorded",
  environment: "sandbox",
  target: { kind: "operation", id: "o1" },
  outcome: "done",
  after,
  hash: "",
  previousHash: "",
});

test("the request of a new customer shows the customer's name before the customer has an ID", () => {
  const event = operation({ kind: "create-customer", request: { companyName: "New Ltd" } });
  expect([targetName(event, names), companyNameOf(event, names)]).toEqual(["New Ltd", "New Ltd"]);
});

test("an event with a customer's ID shows the known name, and an event without any name shows no name", () => {
  expect(targetName(operation({ customerID: "c1", request: { companyName: "Earlier" } }), names)).toBe("Known Ltd");
  for (const after of [undefined, null, "text", [], { request: null }, { request: { companyName: 7 } }]) {
    expect(targetName(operation(after), names)).toBeUndefined();
  }
});

test("an event of an import or a bulk change shows its file or reason, and an unknown one shows no name", () => {
  const started = (id: string): AuditEvent => ({ ...operation(undefined), target: { kind: "import", id } });
  expect([targetName(started("i1"), names), targetName(started("i2"), names)]).toEqual([
    "new-customers.csv",
    undefined,
  ]);
});
