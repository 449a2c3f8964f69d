import { expect, test } from "vitest";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { withCreations, withRecentCreations } from "#server/bff/customers/creations.ts";
import type { StoredCreation } from "#server/bff/store/schema/operation-outcomes.ts";

const lower = "0b0e7f3e-1111-4222-8333-44444444444a";
const customer = (customerID: string): Customer => ({
  customerID,
  companyName: "Acme",
  deleted: false,
  contract: {},
  adminUser: {},
  raw: {},
});
const running: StoredCreation = { operationID: "o", customerID: lower.toUpperCase(), jobID: "j", detail: "running" };

function start(read: () => Promise<StoredCreation[]>) {
  const state = { readings: 0, nowMs: 0 };
  const creationsOf = () => {
    state.readings += 1;
    return read();
  };
  const services = { clock: { monotonic: () => state.nowMs }, store: { operations: { creationsOf } } };
  const context = { services, environment: "sandbox" } as unknown as Parameters<typeof withCreations>[0];
  return { state, context };
}

test("a customer has the outcome of its creation, in upper and lower case of its ID", async () => {
  const { context } = start(async () => [running]);
  const [first, second] = await withCreations(context, [customer(lower), customer("other")]);
  expect(first?.creation).toEqual({ operationID: "o", jobID: "j", outcome: "running", outcomeDetail: "running" });
  expect(second).not.toHaveProperty("creation");
});

test("a page with many viewers causes one read a second, and another page causes its own read", async () => {
  const { state, context } = start(async () => [running]);
  const page = [customer(lower)];
  await Promise.all([withRecentCreations(context, page), withRecentCreations(context, page)]);
  expect(state.readings).toBe(1);
  await withRecentCreations(context, [customer("other")]);
  expect(state.readings).toBe(2);
  state.nowMs = 1_000;
  await withRecentCreations(context, page);
  expect(state.readings).toBe(3);
});

test("a failed read is not remembered", async () => {
  let fails = true;
  const { context } = start(async () => {
    if (fails) throw new Error("no store");
    return [running];
  });
  await expect(withRecentCreations(context, [customer(lower)])).rejects.toThrow("no store");
  fails = false;
  const [again] = await withRecentCreations(context, [customer(lower)]);
  expect(again?.creation?.outcome).toBe("running");
});
