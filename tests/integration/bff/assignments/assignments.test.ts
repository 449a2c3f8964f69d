import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { assignmentAnswerSchema, colleaguesSchema } from "#lib/contract/console/assignment-requests.ts";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import { draftAnswerSchema } from "#lib/contract/draft.ts";
import { operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { createTestClock, type TestStaff } from "#tests/fixtures/console/create-test-bff.ts";
import { startWritingConsole } from "#tests/fixtures/console/start-writing-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

const staff: TestStaff[] = [
  { email: "edith@test.example", name: "Edith Jansen", role: "editor" },
  { email: "emil@test.example", name: "Emil Brandt", role: "editor" },
  { email: "vera@test.example", name: "Vera Lund", role: "viewer" },
  { email: "paul@test.example", name: "Paul Roth", role: "viewer", environments: ["production"] },
  { email: "ada@test.example", name: "Ada King", role: "administrator" },
];

const customerID = "c0ffee00-0000-4000-8000-000000000001";
const note = "Calls back at nine. Waits for the plan change.";

/** Starts a console. Edith has created a customer, and the API has refused it. */
async function start(dialect: (typeof testDialects)[number]) {
  const clock = createTestClock();
  const started = await startWritingConsole({ clock, staff, dialect });
  onTestFinished(started.close);
  const { api, console, create, editor: edith, viewer: vera } = started;
  api.script(({ method }) => (method === "POST" ? { effect: "no", answer: { status: 422, body: {} } } : undefined));
  const body = { companyName: "Refused GmbH", plan: "essential", term: "monthly", adminUser: { email: "a@x.example" } };
  const refused = operationProblemSchema.parse(await (await create(body)).json()).operation?.operationID ?? "";
  api.script(() => undefined);
  const people = colleaguesSchema.parse(
    await (await console.send("GET", "/api/sandbox/colleagues", { cookie: vera })).json(),
  ).colleagues;
  const idOf = (name: string) => people.find((person) => person.name === name)?.staffID ?? "";
  const put = (path: string, cookie: string, sent: object = {}) => console.send("PUT", path, { body: sent, cookie });
  const end = (path: string, cookie: string) => console.send("DELETE", path, { cookie });
  const read = async (path: string, cookie = vera) =>
    assignmentAnswerSchema.parse(await (await console.send("GET", path, { cookie })).json()).assignment;
  const items = async (cookie: string, query = "") =>
    attentionListSchema.parse(await (await console.send("GET", `/api/attention${query}`, { cookie })).json()).items;
  const emil = await console.signIn("emil@test.example");
  const ada = await console.signIn("ada@test.example");
  const audit = async (action: string) =>
    auditListSchema.parse(await (await console.send("GET", `/api/audit?action=${action}`, { cookie: ada })).json())
      .events;
  const customer = `/api/sandbox/customers/${customerID}/assignee`;
  const item = `/api/attention/${refused}/assignee`;
  return {
    ...started,
    clock,
    refused,
    people,
    idOf,
    put,
    end,
    read,
    items,
    edith,
    emil,
    vera,
    ada,
    audit,
    customer,
    item,
  };
}

test.each(testDialects)(
  "on %s two people press at once: one gets the customer, and the other reads who has it",
  async (dialect) => {
    const { put, read, edith, emil, customer, audit, idOf } = await start(dialect);
    const answers = await Promise.all([put(customer, edith), put(customer, emil)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refusal = await answers.find(({ status }) => status === 409)?.json();
    const winner = answers[0]?.status === 200 ? "Edith Jansen" : "Emil Brandt";
    expect(refusal).toMatchObject({
      code: "assignment_changed",
      detail: `${winner} works on this now. Nothing was changed.`,
    });
    expect(await read(customer)).toMatchObject({ assignee: { staffID: idOf(winner), name: winner } });
    expect(await audit("customer.assigned")).toMatchObject([
      { target: { kind: "customer", id: customerID }, before: { assignee: null } },
    ]);
  },
);

test.each(testDialects)("on %s an item is assigned, handed over to a colleague, taken and ended", async (dialect) => {
  const { put, end, items, edith, emil, vera, item, refused, idOf, audit } = await start(dialect);
  const ids = async (cookie: string) => (await items(cookie, "?mine")).map(({ id }) => id);
  expect(await ids(edith)).toEqual([refused]);

  // A viewer may take work on, although the role allows no change.
  expect((await put(item, vera)).status).toBe(200);
  expect(await ids(vera)).toEqual([refused]);
  expect(await ids(edith)).toEqual([]);
  expect((await items(emil))[0]?.assignment).toMatchObject({ assignee: { name: "Vera Lund" } });

  const vera0 = idOf("Vera Lund");
  const without = await put(item, vera, { expected: vera0, assignee: idOf("Emil Brandt") });
  expect(without.status).toBe(400);
  expect(await without.json()).toMatchObject({
    errors: [{ field: "handover.note", message: "must say what is left to do" }],
  });
  const handover = { note, ticket: "INC-4711" };
  const handed = await put(item, vera, { expected: vera0, assignee: idOf("Emil Brandt"), handover });
  expect(handed.status).toBe(200);
  expect(await ids(vera)).toEqual([]);
  expect((await items(emil, "?mine"))[0]?.assignment).toMatchObject({
    assignee: { name: "Emil Brandt" },
    handover: { by: { name: "Vera Lund" }, note, ticket: "INC-4711" },
  });

  // Edith's page still shows Vera.
  const late = await put(item, edith, { expected: vera0 });
  expect(await late.json()).toMatchObject({ code: "assignment_changed" });
  expect((await end(item, edith)).status).toBe(409);
  expect((await end(`${item}?expected=${idOf("Emil Brandt")}`, emil)).status).toBe(204);
  expect((await end(item, emil)).status).toBe(404);
  expect((await items(emil))[0]?.assignment).toBeUndefined();

  const [assigned] = await audit("attention.assigned");
  expect(assigned).toMatchObject({
    target: { kind: "attention", id: refused },
    ticket: "INC-4711",
    before: { assignee: "vera@test.example" },
    after: { kind: "failed-write", assignee: "emil@test.example", handedOver: true, characters: note.length },
  });
  // The note could name the customer's people, so the audit log has only its length.
  expect(JSON.stringify(assigned)).not.toContain("nine");
  expect(await audit("attention.unassigned")).toMatchObject([{ target: { id: refused } }]);
});

test.each(testDialects)(
  "on %s a customer that is handed over to the next shift is shown to everybody until somebody takes it over",
  async (dialect) => {
    const { put, end, items, clock, edith, emil, vera, customer, idOf, audit } = await start(dialect);
    const handedOver = async (cookie: string) => items(cookie, "?kind=handed-over&mine");
    await put(customer, edith);
    const filters = "searchTerm=acme&window=90d";
    const body = { expected: idOf("Edith Jansen"), assignee: null, handover: { note, filters } };
    expect((await put(customer, edith, body)).status).toBe(200);
    // The request comes from a page that still shows Edith. The refusal says who has the customer now.
    const late = await end(`${customer}?expected=${idOf("Edith Jansen")}`, edith);
    expect(await late.json()).toMatchObject({
      code: "assignment_changed",
      detail: "This waits for the next shift now. Edith Jansen handed it over. Nothing was changed.",
    });
    clock.advance(6_000);
    for (const cookie of [edith, emil, vera]) {
      expect(await handedOver(cookie)).toMatchObject([
        { id: customerID, href: `/sandbox/customers/${customerID}`, assignment: { handover: { note, filters } } },
      ]);
    }

    // The item is taken over under the address of Attention. The customer's page then shows the same.
    expect((await put(`/api/attention/${customerID}/assignee`, emil)).status).toBe(200);
    expect(await handedOver(vera)).toEqual([]);
    expect(await handedOver(emil)).toHaveLength(1);
    expect((await end(`${customer}?expected=${idOf("Emil Brandt")}`, emil)).status).toBe(204);
    expect(await items(emil, "?kind=handed-over")).toEqual([]);
    expect(await audit("customer.unassigned")).toMatchObject([{ target: { kind: "customer", id: customerID } }]);
  },
);

test.each(testDialects)("on %s the assignments of a disabled person end", async (dialect) => {
  const { console, put, read, items, edith, emil, ada, customer, item, idOf } = await start(dialect);
  await put(item, emil);
  await put(customer, emil);
  const path = `/api/staff/${idOf("Emil Brandt")}`;
  expect((await console.send("PATCH", path, { body: { state: "disabled" }, cookie: ada })).status).toBe(200);
  expect(await read(customer)).toBeNull();
  expect((await items(edith))[0]?.assignment).toBeUndefined();
  // Nobody is assigned any more, so a request that takes the item need not name an earlier person.
  expect((await put(item, edith)).status).toBe(200);
  const refusal = await put(customer, edith, { assignee: idOf("Emil Brandt"), handover: { note } });
  expect(await refusal.json()).toMatchObject({ errors: [{ field: "assignee" }] });
});

test.each(testDialects)(
  "on %s a draft is handed over with its key, and it is sent once even if both people send it",
  async (dialect) => {
    const { console, create, put, edith, emil, item, refused, idOf, sent } = await start(dialect);
    const draftKey = `creation.sandbox.${refused}`;
    const key = randomUUID();
    const content = { key, values: { companyName: "Acme" }, knowingly: false };
    await console.send("PUT", `/api/me/drafts/${draftKey}`, { body: { content }, cookie: edith });
    const foreign = await put(item, emil, { assignee: null, handover: { note, draftKey } });
    expect(await foreign.json()).toMatchObject({ errors: [{ field: "handover.draftKey" }] });

    await put(item, edith, { assignee: idOf("Emil Brandt"), handover: { note, draftKey } });
    const taken = assignmentAnswerSchema.parse(await (await put(item, emil, { expected: idOf("Emil Brandt") })).json());
    expect(taken.draft).toBe("taken");
    const own = await console.send("GET", `/api/me/drafts/${draftKey}`, { cookie: emil });
    expect(draftAnswerSchema.parse(await own.json()).draft?.content).toEqual(content);
    expect((await (await put(item, emil, { expected: idOf("Emil Brandt") })).json()).draft).toBe("kept-own");

    const before = sent("POST").length;
    const body = { companyName: "Acme", plan: "essential", term: "monthly", adminUser: { email: "a@acme.example" } };
    const answers = await Promise.all([create(body, key, edith), create(body, key, emil)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 422]);
    const refusal = await answers.find(({ status }) => status === 422)?.json();
    expect(refusal).toMatchObject({ code: "idempotency_key_reused" });
    expect(sent("POST").length - before).toBe(1);
  },
);

test.each(testDialects)(
  "on %s colleagues are the active people of the environment, with name and ID only",
  async (dialect) => {
    const { console, people, emil, idOf, ada } = await start(dialect);
    expect(people.map(({ name }) => name)).toEqual(["Ada King", "Edith Jansen", "Emil Brandt", "Vera Lund"]);
    expect(Object.keys(people[0] ?? {})).toEqual(["staffID", "name"]);
    await console.send("PATCH", `/api/staff/${idOf("Vera Lund")}`, { body: { state: "disabled" }, cookie: ada });
    const now = await console.send("GET", "/api/sandbox/colleagues", { cookie: emil });
    expect((await now.json()).total).toBe(3);
    const other = await console.signIn("paul@test.example");
    expect((await console.send("GET", "/api/sandbox/colleagues", { cookie: other })).status).toBe(404);
  },
);

test.each(testDialects)("on %s the erasure of a customer ends its assignment", async (dialect) => {
  const { console, put, read, emil, ada, customer } = await start(dialect);
  await put(customer, emil, { handover: { note } });
  const path = `/api/sandbox/customers/${customerID}/known`;
  expect((await console.send("DELETE", path, { cookie: ada })).status).toBe(204);
  expect(await read(customer)).toBeNull();
});
