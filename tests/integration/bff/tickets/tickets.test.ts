import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { type TicketPolicy, ticketPolicyAnswerSchema } from "#lib/contract/access/ticket-policy.ts";
import { currentTicketSchema } from "#lib/contract/console/current-ticket.ts";
import { lookupAnswerSchema } from "#lib/contract/console/lookup.ts";
import { ticketAnswerSchema } from "#lib/contract/console/ticket.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import { bulkAnswerSchema, bulkListSchema } from "#lib/contract/operations/bulk.ts";
import { importAnswerSchema } from "#lib/contract/operations/imports.ts";
import { operationAnswerSchema, operationListSchema } from "#lib/contract/operations/operation.ts";
import { plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";

const ticket = "INC-4711";
const reason = "Asked for by phone: canary-reason";

let bulkConsole: BulkConsole;
let administrator: string;

beforeAll(async () => {
  bulkConsole = await startBulkConsole({
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
      { email: "ada@test.example", role: "administrator" },
    ],
    variables: { TICKET_PATTERN: "INC-[0-9]{1,6}|inc-[0-9]{1,6}", TICKET_URL: "https://desk.example/t/{ticket}?q=1" },
  });
  administrator = await bulkConsole.console.signIn("ada@test.example");
});

beforeEach(async () => {
  bulkConsole.api.forget();
  await policy({});
});

afterAll(() => bulkConsole.close());

async function policy(wanted: Partial<TicketPolicy>) {
  const path = "/api/policy/tickets";
  const before = ticketPolicyAnswerSchema.parse(
    await (await bulkConsole.console.send("GET", path, { cookie: administrator })).json(),
  );
  const body = { ticketFor: [], reasonFor: [], version: before.policy.version, ...wanted };
  expect((await bulkConsole.console.send("PUT", path, { cookie: administrator, body })).status).toBe(200);
}

const get = async (path: string, cookie = bulkConsole.viewer) =>
  (await bulkConsole.console.send("GET", path, { cookie })).json();
const operationOf = async (response: Response) => operationAnswerSchema.parse(await response.json()).operation;
const errorsOf = async (response: Response) => {
  expect(response.status).toBe(400);
  return problemSchema.parse(await response.json()).errors;
};
const creation = () => ({ companyName: `Ahorn ${randomUUID()}`, plan: "p", term: "t", adminUser: { email: "a@b.c" } });
const customer = () => bulkConsole.addCustomers(1)[0]?.customerID ?? "";
/** Returns all requests that the API got since the last `forget`, as text. */
const sentText = () => JSON.stringify(bulkConsole.api.requests);

test("a contract change stores its ticket and reason, and does not send them to the API", async () => {
  const customerID = customer();
  const operation = await operationOf(
    await bulkConsole.change(customerID, { plan: "professional", console: { ticket, reason } }),
  );
  expect(operation).toMatchObject({ ticket, reason, outcome: "done", request: { plan: "professional" } });
  expect(operation.request).not.toHaveProperty("console");
  expect(bulkConsole.sent("PATCH")).toHaveLength(1);
  expect(sentText()).not.toMatch(/INC-4711|canary-reason|console/);
});

test("a creation stores its ticket and reason, and does not send them to the API", async () => {
  const body = creation();
  const operation = await operationOf(await bulkConsole.create({ ...body, console: { ticket, reason } }));
  expect(operation).toMatchObject({ ticket, reason, request: body });
  expect(bulkConsole.sent("POST")).toHaveLength(1);
  expect(sentText()).not.toMatch(/INC-4711|canary-reason|console/);
});

test("the same key with another ticket or reason counts as another body", async () => {
  const key = randomUUID();
  const body = creation();
  const first = await operationOf(await bulkConsole.create({ ...body, console: { ticket, reason } }, key));
  const again = await operationOf(await bulkConsole.create({ ...body, console: { reason, ticket } }, key));
  expect(again.operationID).toBe(first.operationID);
  for (const other of [{ ticket: "INC-1", reason }, { ticket }, { ticket, reason: "another" }, undefined]) {
    expect((await bulkConsole.create({ ...body, console: other }, key)).status).toBe(422);
  }
  expect(bulkConsole.sent("POST")).toHaveLength(1);
});

test("a second tab with the same values and another ticket creates no second customer", async () => {
  const body = creation();
  const send = (console: object) =>
    bulkConsole.console.send("POST", "/api/sandbox/customers", {
      body: { ...body, console },
      cookie: bulkConsole.editor,
      headers: { "idempotency-key": randomUUID(), "only-if-new": "true" },
    });
  expect((await send({ ticket })).status).toBe(202);
  expect((await send({ ticket: "INC-2" })).status).toBe(409);
  expect(bulkConsole.sent("POST")).toHaveLength(1);
});

test("a bulk change gives its ticket and reason to every customer's change", async () => {
  const own = "INC-900";
  const source = { kind: "ids", customerIDs: bulkConsole.addCustomers(2).map(({ customerID }) => customerID) };
  const started = await bulkConsole.post({
    change: { plan: "professional" },
    source,
    console: { ticket: own, reason },
  });
  const { bulkID } = bulkAnswerSchema.parse(await started.json()).bulk;
  await bulkConsole.until(bulkID, "checked");
  const { bulk } = await bulkConsole.ran(bulkID);
  expect(bulk).toMatchObject({ ticket: own, note: reason });
  const { operations } = operationListSchema.parse(await get(`/api/sandbox/operations?ticket=inc-900`));
  expect(operations).toHaveLength(2);
  for (const operation of operations) expect(operation).toMatchObject({ ticket: own, reason, bulkID });
  const { bulks } = bulkListSchema.parse(await get(`/api/sandbox/bulk?ticket=inc-900`));
  expect(bulks.map((one) => one.bulkID)).toEqual([bulkID]);
  expect(sentText()).not.toMatch(/INC-900|canary-reason/);
});

test("a bulk change accepts its reason under the earlier name, but not under both names", async () => {
  const source = { kind: "ids", customerIDs: [customer()] };
  const change = { plan: "professional" };
  const started = await bulkConsole.post({ change, source, note: "Earlier", console: { ticket } });
  expect(bulkAnswerSchema.parse(await started.json()).bulk).toMatchObject({ note: "Earlier", ticket });
  const both = await errorsOf(await bulkConsole.post({ change, source, note: "Earlier", console: { reason } }));
  expect(both).toMatchObject([{ field: "note" }]);
});

test("what the policy requires is named at its field, and without it nothing is recorded", async () => {
  const customerID = customer();
  const count = async () => operationListSchema.parse(await get("/api/sandbox/operations")).total;
  const before = await count();
  await policy({ ticketFor: ["contract-changes", "creations", "bulk-changes"], reasonFor: ["creations"] });
  const source = { kind: "ids", customerIDs: [customerID] };
  const change = { plan: "professional" };
  expect(await errorsOf(await bulkConsole.change(customerID, change))).toMatchObject([{ field: "console.ticket" }]);
  expect(await errorsOf(await bulkConsole.change(customerID, { ...change, console: { ticket: " " } }))).toHaveLength(1);
  expect(await errorsOf(await bulkConsole.create(creation()))).toMatchObject([
    { field: "console.ticket" },
    { field: "console.reason" },
  ]);
  expect(await errorsOf(await bulkConsole.post({ change, source }))).toMatchObject([{ field: "console.ticket" }]);
  expect(await count()).toBe(before);
  expect(bulkConsole.api.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect((await bulkConsole.change(customerID, { ...change, console: { ticket } })).status).toBe(200);
});

test("a creation that was accepted before the policy changed still returns its result", async () => {
  const [body, key] = [creation(), randomUUID()];
  const first = await operationOf(await bulkConsole.create(body, key));
  await policy({ ticketFor: ["creations"] });
  expect((await operationOf(await bulkConsole.create(body, key))).operationID).toBe(first.operationID);
});

test("a ticket that does not have the configured format is refused at its field", async () => {
  const change = (wrong: unknown) =>
    bulkConsole.change(customer(), { plan: "professional", console: { ticket: wrong } });
  for (const wrong of ["REQ-1", "INC-1234567", "../x", "a/b", "INC-1\u0000", 7, "I".repeat(65)]) {
    expect(await errorsOf(await change(wrong))).toMatchObject([{ field: "console.ticket" }]);
  }
  expect(
    await errorsOf(await bulkConsole.change(customer(), { plan: "p", console: { tickets: ticket } })),
  ).toHaveLength(1);
  expect(bulkConsole.sent("PATCH")).toEqual([]);
});

test("operations and the audit log are found by their ticket, in upper and lower case", async () => {
  const own = "INC-777";
  const operation = await operationOf(
    await bulkConsole.change(customer(), { plan: "professional", console: { ticket: own, reason } }),
  );
  const list = operationListSchema.parse(await get("/api/sandbox/operations?ticket=inc-777"));
  expect(list).toMatchObject({ total: 1, operations: [{ operationID: operation.operationID }] });
  expect(operationListSchema.parse(await get("/api/production/operations?ticket=INC-777")).total).toBe(0);
  for (const query of ["ticket=inc-777", "text=inc-777", "ticket=INC-777&environment=sandbox"]) {
    const { events } = auditListSchema.parse(await get(`/api/audit?${query}`, administrator));
    const actions = events.map(({ action }) => action).toSorted();
    expect(actions).toEqual(["operation.recorded", "operation.settled", "operation.verified"]);
    expect(events.every((event) => event.ticket === own)).toBe(true);
    expect(events.find(({ action }) => action === "operation.recorded")?.after).toMatchObject({ reason });
  }
  const csv = await bulkConsole.console.send("GET", "/api/sandbox/operations/export?ticket=INC-777", {
    cookie: bulkConsole.viewer,
  });
  expect(await csv.text()).toContain(`,${own},${reason}`);
});

test("a person's current ticket is personal, stays until it is cleared, and links to its page", async () => {
  const put = (body: unknown, cookie = bulkConsole.editor) =>
    bulkConsole.console.send("PUT", "/api/me/ticket", { body, cookie });
  const read = async (cookie: string) => currentTicketSchema.parse(await get("/api/me/ticket", cookie));
  expect(await read(bulkConsole.editor)).toMatchObject({ ticketFor: [], reasonFor: [], pattern: expect.any(String) });
  expect((await put({ ticket })).status).toBe(200);
  const later = await bulkConsole.console.signIn("edith@test.example");
  expect(await read(later)).toMatchObject({ ticket, link: "https://desk.example/t/INC-4711?q=1" });
  expect(await read(bulkConsole.viewer)).not.toHaveProperty("ticket");
  expect(await errorsOf(await put({ ticket: "REQ-1" }))).toMatchObject([{ field: "ticket" }]);
  expect((await put({ ticket: "" })).status).toBe(200);
  expect(await read(bulkConsole.editor)).not.toHaveProperty("ticket");
  expect((await put({ ticket }, bulkConsole.viewer)).status).toBe(200);
});

test("a ticket that only a planned change has is found, and its page lists the planned change", async () => {
  const own = "INC-4242";
  const body = { change: { plan: "professional" }, expected: { plan: "essential", term: "monthly" } };
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const send = (path: string, given: unknown) =>
    bulkConsole.console.send("POST", `/api/sandbox/planned${path}`, { body: given, cookie: bulkConsole.editor });
  // If the policy requires a ticket or a reason, it must be given when the change is planned.
  await policy({ ticketFor: ["contract-changes"], reasonFor: ["contract-changes"] });
  const wanted = { ...body, at, customerID: customer() };
  expect(await errorsOf(await send("", { ...wanted, console: { reason } }))).toMatchObject([
    { field: "console.ticket" },
  ]);
  const made = await send("", { ...wanted, console: { ticket: own, reason } });
  const { plannedChange } = plannedAnswerSchema.parse(await made.json());
  const lookup = lookupAnswerSchema.parse(await get(`/api/sandbox/lookup?q=${own.toLowerCase()}`));
  expect(lookup.hits).toContainEqual(expect.objectContaining({ kind: "ticket", id: own }));
  const page = ticketAnswerSchema.parse(await get(`/api/tickets/${own.toLowerCase()}`));
  expect(page.ticket).toBe(own);
  const { plannedChangeID } = plannedChange;
  expect(page.environments.find(({ environment }) => environment === "sandbox")?.planned).toMatchObject({
    total: 1,
    items: [{ plannedChangeID, state: "scheduled", ticket: own, reason }],
  });
  // A decision uses the ticket and the reason of the planned change. If the planned change has none, the decision must
  // provide them.
  const later = { at: new Date(Date.now() + 7_200_000).toISOString() };
  expect((await send(`/${plannedChangeID}/reschedule`, later)).status).toBe(200);
  await policy({});
  const bare = plannedAnswerSchema.parse(await (await send("", { ...wanted, customerID: customer() })).json());
  await policy({ ticketFor: ["contract-changes"] });
  const path = `/${bare.plannedChange.plannedChangeID}`;
  for (const step of ["cancel", "take-over"]) {
    expect(await errorsOf(await send(`${path}/${step}`, {}))).toMatchObject([{ field: "console.ticket" }]);
  }
  expect(await errorsOf(await send(`${path}/reschedule`, later))).toMatchObject([{ field: "console.ticket" }]);
  expect((await send(`${path}/cancel`, { console: { ticket: own } })).status).toBe(200);
});

test("a ticket that only an import has is found, and its page lists the import for people who may open it", async () => {
  const own = "INC-5150";
  const upload = await bulkConsole.console.send("POST", `/api/sandbox/imports?ticket=${own}&fileName=june.csv`, {
    body: "companyName,plan,term\nAhorn,essential,monthly\nBirke,essential,monthly",
    cookie: bulkConsole.editor,
    headers: { "content-type": "text/csv" },
  });
  const { importID } = importAnswerSchema.parse(await upload.json()).import;
  const lookup = lookupAnswerSchema.parse(await get(`/api/sandbox/lookup?q=${own.toLowerCase()}`));
  expect(lookup.hits).toContainEqual(expect.objectContaining({ kind: "ticket", id: own }));
  const importsFor = async (cookie: string) => {
    const page = ticketAnswerSchema.parse(await get(`/api/tickets/${own.toLowerCase()}`, cookie));
    return page.environments.find(({ environment }) => environment === "sandbox")?.imports;
  };
  expect(await importsFor(bulkConsole.editor)).toMatchObject({
    total: 1,
    items: [{ importID, ticket: own, counts: { rows: 2 } }],
  });
  // A file name may reveal customers. So a viewer sees only the number of imports.
  expect(await importsFor(bulkConsole.viewer)).toEqual({ total: 1, items: [] });
});

test("the log contains neither a ticket nor a reason", () => {
  expect(bulkConsole.console.logLines.join("\n")).not.toMatch(/INC-4711|canary-reason/);
});
