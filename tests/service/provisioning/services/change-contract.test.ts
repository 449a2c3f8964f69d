import { expect, test, vi } from "vitest";
import { environments } from "#lib/contract/values/environments.ts";
import { provokedAnswers } from "#server/provisioning/sandbox-values.ts";
import { createTestService, customer } from "../test-service.ts";

const unknownID = "99999999-9999-4999-8999-999999999999";

async function setUp() {
  const live = customer(1);
  const deleted = customer(2, { deletedMs: 1 });
  const service = await createTestService({
    customers: { production: [live, deleted], sandbox: [live, deleted] },
  });
  const patch = async (
    body: unknown,
    customerID = live.customerID,
    environment: "production" | "sandbox" = "sandbox",
  ) => {
    const response = await service.send(environment, "PATCH", `/customers/${customerID}/contract`, body);
    return { status: response.status, body: await response.json() };
  };
  const contract = async (environment: "production" | "sandbox" = "sandbox") => {
    const found = await service.store.contracts.find(environment, live.customerID);
    return { term: found?.customer.term, plan: found?.customer.plan };
  };
  return { ...service, live, deleted, patch, contract };
}

test.each(environments)(
  "the service answers 200 with the contract for a change of plan or term in %s, and changes only that environment",
  async (environment) => {
    const { patch, live, contract } = await setUp();
    const other = environment === "sandbox" ? "production" : "sandbox";
    expect(await patch({ plan: "enterprise" }, live.customerID, environment)).toEqual({
      status: 200,
      body: { term: "monthly", plan: "enterprise" },
    });
    expect(await patch({ term: "36-months" }, live.customerID.toUpperCase(), environment)).toEqual({
      status: 200,
      body: { term: "36-months", plan: "enterprise" },
    });
    expect(await contract(environment)).toEqual({ term: "36-months", plan: "enterprise" });
    expect(await contract(other)).toEqual({ term: "monthly", plan: "essential" });
  },
);

test.each([
  ["both", { term: "monthly", plan: "essential" }, "term and plan cannot be updated at the same time"],
  ["both members with invalid values", { term: 1, plan: null }, "term and plan cannot be updated at the same time"],
  ["neither", {}, "no contract updates were provided"],
  ["an unknown member", { price: 1 }, "no contract updates were provided"],
  ["an unknown term", { term: "forever" }, "term must be one of monthly, 12-months, 24-months, 36-months"],
  ["an unknown plan", { plan: "gold" }, "plan must be one of essential, professional, enterprise, hardware-only"],
  ["no plan", { plan: null }, "plan must be one of essential, professional, enterprise, hardware-only"],
  ["one member and an unknown member", { plan: "enterprise", price: 1 }, "price is not a parameter of this request"],
  ["a list", ["plan"], "The body must be a JSON object with term or plan"],
  ["null", null, "The body must be a JSON object with term or plan"],
])("the service answers 400 with an array of messages for %s, and changes nothing", async (_what, body, message) => {
  const { patch, contract } = await setUp();
  expect(await patch(body)).toEqual({ status: 400, body: [message] });
  expect(await contract()).toEqual({ term: "monthly", plan: "essential" });
});

test("members of a prototype do not count as members", async () => {
  const { app, tokens, live } = await setUp();
  const response = await app.request(`/sandbox/customers/${live.customerID}/contract`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${tokens.sandbox}`, "Content-Type": "application/json" },
    body: '{"__proto__": {"plan": "enterprise"}}',
  });
  expect([response.status, await response.json()]).toEqual([400, ["no contract updates were provided"]]);
});

test("400 comes before 404: an ID that is not a UUID is refused, for any body", async () => {
  const { patch, deleted } = await setUp();
  expect(await patch({ plan: "enterprise" }, "42")).toEqual({ status: 400, body: ["customerID must be a UUID"] });
  expect((await patch({}, unknownID)).status).toBe(400);
  const notFound = { status: 404, body: { message: "There is no customer with this ID." } };
  expect(await patch({ plan: "enterprise" }, unknownID)).toEqual(notFound);
  expect(await patch({ plan: "enterprise" }, deleted.customerID)).toEqual(notFound);
});

test("a change appears in the activities, and a change to the same value does not", async () => {
  const { patch, get, live } = await setUp();
  await patch({ plan: "enterprise" });
  await patch({ plan: "enterprise" });
  await patch({ term: "12-months" });
  const response = await get("sandbox", `/customers/${live.customerID}/activities?type=provisioning`);
  const { activities } = (await response.json()) as { activities: { description: string }[] };
  expect(activities.map(({ description }) => description).sort()).toEqual([
    "Contract changed: plan from essential to enterprise",
    "Contract changed: term from monthly to 12-months",
  ]);
});

test("after another person's change, a change is applied to the new contract", async () => {
  const { patch, contract, store, live } = await setUp();
  // The colleague's change is written after this change has read the contract and before this change is written.
  const transaction = store.transaction.bind(store);
  vi.spyOn(store, "transaction").mockImplementationOnce((work) =>
    transaction((parts) => {
      const change = parts.contracts.change.bind(parts.contracts);
      return work({
        ...parts,
        contracts: {
          ...parts.contracts,
          async change(environment, customerID, before, after) {
            await change(environment, customerID, before, { ...before, term: "36-months" });
            return change(environment, customerID, before, after);
          },
        },
      });
    }),
  );
  expect(await patch({ plan: "enterprise" })).toEqual({
    status: 200,
    body: { term: "36-months", plan: "enterprise" },
  });
  expect(await contract()).toEqual({ term: "36-months", plan: "enterprise" });
  expect(await store.activities.ofCustomer("sandbox", live.customerID)).toHaveLength(1);
});

test.each(provokedAnswers)("the ID …$status is answered with $status in the sandbox", async ({ status, message }) => {
  const { patch } = await setUp();
  const customerID = `00000000-0000-4000-8000-000000000${status}`;
  expect(await patch({ plan: "enterprise" }, customerID)).toEqual({ status, body: { message } });
  expect((await patch({ plan: "enterprise" }, customerID, "production")).status).toBe(404);
});
