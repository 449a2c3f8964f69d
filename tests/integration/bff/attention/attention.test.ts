import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { attentionCountSchema, attentionListSchema } from "#lib/contract/console/attention.ts";
import { operationAnswerSchema, operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { createTestClock, type TestStaff } from "#tests/fixtures/console/create-test-bff.ts";
import { startWritingConsole } from "#tests/fixtures/console/start-writing-console.ts";

const staff: TestStaff[] = [
  { email: "edith@test.example", name: "Edith Jansen", role: "editor" },
  { email: "emil@test.example", role: "editor" },
  { email: "vera@test.example", role: "viewer" },
  { email: "paul@test.example", role: "viewer", environments: ["production"] },
  { email: "ada@test.example", role: "administrator" },
];

/** Starts a console. Edith has created a customer, and the API's answer was lost. */
async function startWithLost() {
  const clock = createTestClock();
  const started = await startWritingConsole({ clock, staff });
  onTestFinished(started.close);
  const { api, console, create, viewer, editor } = started;
  api.script(({ method }) => (method === "POST" ? { effect: "no", answer: "reset" } : undefined));
  const body = { companyName: "Lost GmbH", plan: "essential", term: "monthly", adminUser: { email: "a@lost.example" } };
  const { operation } = operationAnswerSchema.parse(await (await create(body)).json());
  api.script(() => undefined);
  const list = async (query = "", cookie = viewer) =>
    attentionListSchema.parse(await (await console.send("GET", `/api/attention${query}`, { cookie })).json());
  const snooze = (body: unknown, cookie = editor, id = operation.operationID) =>
    console.send("POST", `/api/attention/${id}/snooze`, { body, cookie });
  const later = (ms: number) => new Date(clock.now() + ms).toISOString();
  return { ...started, clock, operation, list, snooze, later };
}

test("an unknown outcome is shown to the people who may settle it, in the environments that they may see", async () => {
  const { console, operation, list, editor } = await startWithLost();
  const { items, total, counts, sources } = await list();
  expect(items).toMatchObject([
    {
      kind: "unknown",
      id: operation.operationID,
      environment: "sandbox",
      title: "Lost GmbH",
      person: { email: "edith@test.example", name: "Edith Jansen" },
      href: `/sandbox/operations/${operation.operationID}`,
    },
  ]);
  expect({ total, counts }).toEqual({ total: 1, counts: { open: 1, mine: 0, snoozed: 0 } });
  expect(sources.filter(({ environment }) => environment === "sandbox").every(({ read }) => read)).toBe(true);
  expect((await list("?mine", editor)).items).toHaveLength(1);
  expect((await list("?mine")).items).toEqual([]);
  const other = await console.signIn("emil@test.example");
  expect((await list("?mine=true", other)).items).toEqual([]);
  expect((await list("?kind=stuck-job")).items).toEqual([]);
  expect((await list("?kind=stuck-job,unknown")).items).toHaveLength(1);
  expect((await list("?environment=production")).items).toEqual([]);
  const elsewhere = await console.signIn("paul@test.example");
  expect(await list("", elsewhere)).toMatchObject({ items: [], counts: { open: 0 } });
});

test("the count on every page makes no request to the API", async () => {
  const { api, console, viewer, editor } = await startWithLost();
  const jobReadings = () => api.requests.filter(({ path }) => path.includes("/jobs")).length;
  const before = jobReadings();
  const count = async (cookie: string) =>
    attentionCountSchema.parse(await (await console.send("GET", "/api/attention/count", { cookie })).json());
  expect(await count(viewer)).toMatchObject({ open: 1, mine: 0 });
  expect(await count(editor)).toMatchObject({ open: 1, mine: 1 });
  expect(jobReadings()).toBe(before);
});

test("a snooze hides an item from everybody until its time, shows who snoozed it and why, and is audited", async () => {
  const { console, clock, operation, list, snooze, later, viewer } = await startWithLost();
  const until = later(20 * minuteMs);
  const answer = await snooze({ until, reason: "The partner checks it this afternoon." });
  expect(answer.status).toBe(200);
  const by = { email: "edith@test.example" };
  expect((await answer.json()).item).toMatchObject({ id: operation.operationID, snooze: { until, by } });
  expect(await list()).toMatchObject({ items: [], counts: { open: 0, snoozed: 1 } });
  expect((await list("?snoozed")).items).toMatchObject([
    { snooze: { until, reason: "The partner checks it this afternoon.", by } },
  ]);
  const overview = await console.send("GET", "/api/sandbox/overview?part=waiting", { cookie: viewer });
  expect((await overview.json()).waiting).toMatchObject({ items: [], total: 0 });
  const administrator = await console.signIn("ada@test.example");
  const audit = await console.send("GET", "/api/audit?action=attention.snoozed", { cookie: administrator });
  expect(auditListSchema.parse(await audit.json()).events).toMatchObject([
    {
      actor: by,
      environment: "sandbox",
      target: { kind: "attention", id: operation.operationID },
      after: { kind: "unknown", until, reason: "The partner checks it this afternoon." },
    },
  ]);
  clock.advance(20 * minuteMs);
  expect(await list()).toMatchObject({ items: [{ id: operation.operationID }], counts: { open: 1, snoozed: 0 } });
});

test("a person can end a snooze early, once, and this is audited", async () => {
  const { console, operation, list, snooze, later, editor } = await startWithLost();
  await snooze({ until: later(minuteMs), reason: "Later" });
  const path = `/api/attention/${operation.operationID}/snooze?environment=sandbox&kind=unknown`;
  expect((await console.send("DELETE", path, { cookie: editor })).status).toBe(204);
  expect((await list()).items).toHaveLength(1);
  expect((await console.send("DELETE", path, { cookie: editor })).status).toBe(404);
  const administrator = await console.signIn("ada@test.example");
  const audit = await console.send("GET", "/api/audit?action=attention.snooze-ended", { cookie: administrator });
  expect(auditListSchema.parse(await audit.json()).events).toHaveLength(1);
});

test("an item ends with its cause, whether it is snoozed or not", async () => {
  const { api, console, clock, list, snooze, later, create, editor } = await startWithLost();
  api.script(({ method }) => (method === "POST" ? { effect: "no", answer: { status: 422, body: {} } } : undefined));
  const body = { companyName: "No GmbH", plan: "essential", term: "monthly", adminUser: { email: "n@no.example" } };
  const refused = operationProblemSchema.parse(await (await create(body)).json()).operation?.operationID ?? "";
  clock.advance(6_000);
  expect((await list("?kind=failed-write")).items).toMatchObject([{ id: refused, state: "refused", title: "No GmbH" }]);
  await snooze({ until: later(minuteMs), reason: "Later", kind: "failed-write" }, editor, refused);
  expect((await list("?snoozed")).items).toHaveLength(1);
  api.script(() => undefined);
  await console.send("POST", "/api/sandbox/customers", {
    body: { ...body, companyName: "Yes GmbH" },
    cookie: editor,
    headers: { "idempotency-key": randomUUID(), "retry-of": refused },
  });
  clock.advance(6_000);
  expect(await list("?snoozed")).toMatchObject({ items: [], counts: { open: 1, snoozed: 0 } });
});

test.each([
  ["no reason", { until: "2026-11-20T13:00:00Z", reason: " " }, 400],
  ["a time in the past", { until: "2026-11-20T11:00:00Z", reason: "Later" }, 400],
  ["a time more than 30 days ahead", { until: "2026-12-21T13:00:00Z", reason: "Later" }, 400],
  ["no time", { until: "tomorrow", reason: "Later" }, 400],
  ["another environment's item", { until: "2026-11-20T13:00:00Z", reason: "Later", environment: "production" }, 404],
])("a snooze with %s is refused", async (_what, body, status) => {
  const { snooze, list } = await startWithLost();
  expect((await snooze(body)).status).toBe(status);
  expect((await list()).items).toHaveLength(1);
});

test("a person without access to the environment cannot snooze its items, and a viewer can snooze nothing", async () => {
  const { console, snooze, later, viewer } = await startWithLost();
  const body = { until: later(minuteMs), reason: "Later" };
  expect((await snooze(body, viewer)).status).toBe(403);
  expect((await snooze(body, undefined, "none")).status).toBe(404);
  expect((await snooze(body, await console.signIn("paul@test.example"))).status).toBe(403);
});
