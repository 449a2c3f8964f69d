import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  operationAnswerSchema,
  operationDetailSchema,
  operationProblemSchema,
} from "#lib/contract/operations/operation.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";

let writing: WritingConsole;
let customerID: string;

beforeAll(async () => {
  writing = await startWritingConsole();
});

afterAll(() => writing.close());

const addCustomer = (contract = { term: "monthly", plan: "essential" }) => {
  const added = randomUUID();
  const created = {
    jobID: "job",
    environment: "sandbox",
    createdMs: Date.now(),
    body: { companyName: "Acme" },
  } as const;
  writing.api.customers.push({ ...created, customerID: added, contract });
  return added;
};

beforeEach(() => {
  writing.api.forget();
  customerID = addCustomer();
});

const contractNow = () => writing.api.customers.find((one) => one.customerID === customerID)?.contract;
const setContract = (contract: { term: string; plan: string }) => {
  const customer = writing.api.customers.find((one) => one.customerID === customerID);
  if (customer) customer.contract = contract;
};
const operationOf = async (response: Response) => operationAnswerSchema.parse(await response.json()).operation;
const problemOf = async (response: Response) => operationProblemSchema.parse(await response.json());
const detailOf = async (operationID: string) => {
  const response = await writing.console.send("GET", `/api/sandbox/operations/${operationID}`, {
    cookie: writing.viewer,
  });
  return operationDetailSchema.parse(await response.json());
};
const changed = async (body: object, id = customerID) =>
  (await operationOf(await writing.change(id, body))).operationID;

test("a verified change is undone by a new change, and each change names the other one", async () => {
  const undoOf = await changed({ plan: "professional" });
  const response = await writing.change(customerID, { plan: "essential", undoOf });
  expect(response.status).toBe(200);
  const undo = await operationOf(response);
  expect(undo).toMatchObject({ undoOf, before: { plan: "professional" }, after: { plan: "essential" } });
  expect(undo.confirmedAt).toBeDefined();
  expect(contractNow()).toEqual({ term: "monthly", plan: "essential" });
  expect((await detailOf(undoOf)).undoneBy).toEqual([
    {
      operationID: undo.operationID,
      email: "edith@test.example",
      name: "Edith Jansen",
      createdAt: undo.createdAt,
    },
  ]);
  expect(await detailOf(undoOf)).not.toHaveProperty("repeats");
});

test.each([
  ["the changed member", { plan: "enterprise", term: "monthly" }, "plan"],
  ["the other member", { plan: "professional", term: "12-months" }, "term"],
])(
  "if %s has changed since, the undo is refused with the difference and nothing is sent",
  async (_what, now, field) => {
    const undoOf = await changed({ plan: "professional" });
    setContract(now);
    // The sender has seen the current contract. But the contract is no longer the one that the first change has set.
    const response = await writing.change(customerID, { plan: "essential", undoOf, expected: now });
    expect(response.status).toBe(409);
    const problem = await problemOf(response);
    expect(problem.code).toBe("contract_changed");
    expect(problem.errors.map((error) => error.field)).toEqual([field]);
    // The console has sent only the first change, not the undo.
    expect(writing.sent("PATCH")).toHaveLength(1);
    expect(contractNow()).toEqual(now);
    expect(await detailOf(undoOf)).not.toHaveProperty("undoneBy");
  },
);

test("a change can be undone only once, because the second undo finds the earlier contract", async () => {
  const undoOf = await changed({ plan: "professional" });
  const undo = () => writing.change(customerID, { plan: "essential", undoOf });
  const answers = await Promise.all([undo(), undo()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(writing.sent("PATCH")).toHaveLength(2);
});

test("an undo to another value, of another customer's change, or of an unverified change is refused", async () => {
  const undoOf = await changed({ plan: "professional" });
  const messageOf = async (response: Response) => {
    expect(response.status).toBe(400);
    return (await problemOf(response)).detail;
  };
  expect(await messageOf(await writing.change(customerID, { plan: "enterprise", undoOf }))).toContain(
    'plan must be "essential", as before the change',
  );
  expect(await messageOf(await writing.change(customerID, { term: "12-months", undoOf }))).toContain(
    'plan must be "essential"',
  );
  expect(await messageOf(await writing.change(addCustomer(), { plan: "essential", undoOf }))).toContain(
    "no change of this customer's contract",
  );
  const unknown = randomUUID();
  expect(await messageOf(await writing.change(customerID, { plan: "essential", undoOf: unknown }))).toContain(
    "no change of this customer's contract",
  );
  const refused = await writing.change(customerID, { plan: "enterprise", expected: { plan: "other" } });
  const { operation } = await problemOf(refused);
  expect(
    await messageOf(await writing.change(customerID, { plan: "professional", undoOf: operation?.operationID })),
  ).toContain("not verified");
  // The console has sent only the first change, not the undo.
  expect(writing.sent("PATCH")).toHaveLength(1);
});
