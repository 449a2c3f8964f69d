import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { withOperation, withVerifiedContract } from "#lib/operations/verified-contract.ts";
import { customerQueryOptions } from "#lib/query/customers/customer.ts";

const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, "0")}:00.000Z`;

const answer = (minute: number, plan = "essential"): CustomerAnswer => ({
  customer: {
    customerID: "c1",
    companyName: "Acme",
    deleted: false,
    contract: { plan, term: "monthly" },
    adminUser: {},
  },
  asOf: at(minute),
});

const operation = (minute: number | undefined, plan: string, operationID = "o1"): Operation => ({
  operationID,
  kind: "change-contract",
  environment: "sandbox",
  verifiesEffect: true,
  state: "accepted",
  outcome: "done",
  actor: { staffID: "s1", email: "edith@test.example" },
  customerID: "c1",
  request: { plan },
  after: { plan, term: "monthly" },
  createdAt: at(0),
  ...(minute !== undefined && { confirmedAt: at(minute) }),
});

test("a contract that was verified after the customer was read replaces the contract of the answer", () => {
  expect(withVerifiedContract(answer(1), [operation(2, "professional")]).customer.contract.plan).toBe("professional");
  const both = [operation(2, "professional"), operation(3, "enterprise", "o2"), operation(undefined, "other", "o3")];
  expect(withVerifiedContract(answer(1), both).customer.contract.plan).toBe("enterprise");
  expect(withVerifiedContract(answer(1), both)).toMatchObject({ asOf: at(1), contractAsOf: at(3) });
  const older = { ...answer(1), memberSeenAt: { plan: at(0), email: at(0) } };
  expect(withVerifiedContract(older, both).memberSeenAt).toEqual({ email: at(0) });
});

test("a newer answer is not replaced by an older verification, also if somebody changed the contract elsewhere", () => {
  const newer = answer(3, "basic");
  expect(withVerifiedContract(newer, [operation(2, "professional")])).toBe(newer);
});

test("a list of operations takes the newer version of an operation, and keeps a verified version", () => {
  const list = { operations: [operation(undefined, "professional")], total: 1, limit: 10, offset: 0, asOf: at(1) };
  const verified = withOperation(list, operation(2, "professional"));
  expect(verified).toMatchObject({ operations: [{ confirmedAt: at(2) }], total: 1 });
  expect(withOperation(verified, operation(undefined, "professional"))).toBe(verified);
  const added = withOperation(verified, operation(3, "enterprise", "o2"));
  expect([added.total, added.operations.map(({ operationID }) => operationID)]).toEqual([2, ["o2", "o1"]]);
});

test("an older answer that arrives late does not replace a newer one, but the page learns that it is stale", async () => {
  const client = new QueryClient();
  const read = async (next: CustomerAnswer) => {
    const options = customerQueryOptions("sandbox", "c1", async () => next);
    await client.fetchQuery(options);
    return client.getQueryData(options.queryKey);
  };
  await read(answer(2, "professional"));
  await client.invalidateQueries();
  expect(await read(answer(1))).toEqual(answer(2, "professional"));
  await client.invalidateQueries();
  expect(await read({ ...answer(1), stale: true })).toEqual({ ...answer(2, "professional"), stale: true });
  await client.invalidateQueries();
  expect(await read(answer(3, "enterprise"))).toEqual(answer(3, "enterprise"));
});
