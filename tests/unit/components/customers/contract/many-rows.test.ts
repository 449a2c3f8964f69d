import { expect, test } from "vitest";
import { openRows, resultOf, rowOf, stopsAll } from "#components/customers/contract/many/many-rows.ts";
import { manyTexts as texts } from "#components/customers/contract/many/many-texts.ts";
import { plannedChange } from "#tests/fixtures/planned-change.ts";

const customer = { customerID: "c1", companyName: "Acme", contract: { plan: "essential" }, deleted: false };
const wanted = { change: { plan: "enterprise" }, isTemporary: false, hasPlanned: false } as const;

test.each([
  [customer, wanted, undefined],
  [{ ...customer, deleted: true }, wanted, texts.isDeleted],
  [customer, { ...wanted, hasPlanned: true }, texts.hasPlanned],
  [customer, { ...wanted, change: { plan: "essential" } }, texts.hasValue],
  [customer, { ...wanted, change: { term: "monthly" } }, undefined],
  [customer, { ...wanted, change: { term: "monthly" }, isTemporary: true }, texts.noValue],
])("a customer is skipped only where nothing could be planned for it", (read, asked, skipped) => {
  expect(rowOf(read, asked).skipped).toBe(skipped);
});

test("what is skipped, planned or failed is not sent again, and each says what has become of it", () => {
  const ready = rowOf(customer, wanted);
  const rows = [
    ready,
    { ...ready, skipped: texts.hasValue },
    { ...ready, planned: plannedChange() },
    { ...ready, planned: plannedChange({ state: "awaiting-approval" }) },
    { ...ready, failed: "The contract was changed." },
  ];
  expect(openRows(rows)).toEqual([ready]);
  expect(rows.map((row) => resultOf(row, true))).toEqual([
    texts.waiting,
    texts.hasValue,
    texts.scheduled,
    texts.needsApproval,
    texts.failed("The contract was changed."),
  ]);
  expect(resultOf(ready, false)).toBe(texts.ready);
});

test("a failure of one customer stops the others only where they would fail as well", () => {
  expect(stopsAll({ code: "contract_changed", errors: [{ field: "plan" }] })).toBe(false);
  expect(stopsAll({ code: "planned_exists", errors: [] })).toBe(false);
  expect(stopsAll({ code: "too_many_planned", errors: [] })).toBe(true);
  expect(stopsAll({ code: "invalid_request", errors: [{ field: "console.ticket" }] })).toBe(true);
});
