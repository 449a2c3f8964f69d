import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { AuditList, AuditVerificationPart } from "#lib/contract/access/audit-requests.ts";
import type { ConsoleHealth } from "#lib/contract/console/console-health.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import { isStateChanging } from "#server/bff/http/pipeline/same-origin.ts";
import { rooms } from "#server/bff/rooms.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { auditedRoutes } from "#tests/fixtures/audit/audited-routes.ts";
import { receiverSecret } from "#tests/fixtures/audit/secret.ts";
import { accessCases } from "#tests/fixtures/console/access-cases/access-cases.ts";
import { compareFileWithDocument } from "#tests/fixtures/console/compare-with-document.ts";
import { createTestBff, createTestClock, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const email = "ada@test.example";
const clock = createTestClock();

let api: Awaited<ReturnType<typeof startOtherApi>>;
let console: TestBff;
let store: ConsoleStore;

beforeAll(async () => {
  api = await startOtherApi({ customers: 5 });
  console = await createTestBff({
    baseUrl: api.origin,
    variables: variablesFor(api),
    staff: [
      { email, role: "administrator" },
      { email: "viewer@test.example", role: "viewer" },
    ],
    clock,
    openStore: async (...given) => {
      store = await openStore(...given);
      return store;
    },
  });
});

afterAll(async () => {
  await console.close();
  await api.close();
});

const get = async <Answer>(path: string, cookie: string, from = console): Promise<Answer> =>
  (await from.send("GET", path, { cookie })).json() as Promise<Answer>;

const isAudited = ({ key, method }: { key: string; method: string }) =>
  isStateChanging(method as "GET") || /\/(export|receipts)$/.test(key);
// The routes in the order of the server's modules. So signing in and out is tested before the route that changes the
// password.
const audited = rooms.routes.filter(isAudited).map(({ key, method }) => ({ key, method }));

test("the list of this test contains every route that changes something or sends a file, and nothing else", () => {
  expect(Object.keys(auditedRoutes).sort()).toEqual(audited.map(({ key }) => key).sort());
});

test.each(audited)("$key is recorded, or the list gives a reason why not", async ({ key, method }) => {
  const expected = auditedRoutes[key];
  if (!expected) throw new Error(`${key} has no entry in tests/fixtures/audit/audited-routes.ts`);
  if ("shownIn" in expected) {
    expect(existsSync(expected.shownIn)).toBe(true);
    return;
  }
  const administrator = await console.signIn(email);
  const person = await store.staff.findByEmail(email);
  const given = {
    store,
    send: (sent: string, to: string, body?: unknown) => console.send(sent, to, { cookie: administrator, body }),
    staff: { staffID: person?.staffID ?? "", email },
    nowMs: clock.now(),
  };
  const cookie = "as" in expected && expected.as ? await console.signIn(expected.as) : administrator;
  const prepared = "prepare" in expected ? await expected.prepare?.(given) : undefined;
  const { path, body, headers } = { ...accessCases[key], ...prepared };
  const [last] = await store.audit.list({}, { order: "newest", limit: 1 });
  const response = await console.send(method, path ?? "", { cookie, body, ...(headers && { headers }) });
  expect(response.status).toBeLessThan(300);
  await response.text();
  const events = await store.audit.list({}, { order: "oldest", beyond: last?.sequence, limit: 10 });
  expect(events.map(({ action }) => action)).toEqual("reason" in expected ? [] : expected.actions);
  clock.advance(60_000);
});

test("the list is filtered, continues from a number in both directions, and shows where it ends", async () => {
  const cookie = await console.signIn(email);
  const { staff } = await get<{ staff: { staffID: string } }>("/api/session", cookie);
  const newest = await get<AuditList>(`/api/audit?actor=${staff.staffID}&action=sign-in&limit=2`, cookie);
  expect(newest.events.map(({ action, actor }) => [action, actor.email])).toEqual([
    ["sign-in", email],
    ["sign-in", email],
  ]);
  const [first, second] = newest.events;
  expect(newest).toMatchObject({ next: second?.sequence, total: expect.any(Number) });
  expect(first?.sequence).toBeGreaterThan(second?.sequence ?? 0);
  const before = await get<AuditList>(`/api/audit?action=sign-in&limit=1&before=${second?.sequence}`, cookie);
  expect(before.events[0]?.sequence).toBeLessThan(second?.sequence ?? 0);
  // Reads events as a collector does: oldest first and without a total, until there are no more events.
  const after = await get<AuditList>(`/api/audit?after=${second?.sequence}&action=sign-in`, cookie);
  expect(after.events.map(({ sequence }) => sequence)).toEqual([first?.sequence]);
  expect([after.next, after.total]).toEqual([undefined, undefined]);
  expect((await get<AuditList>(`/api/audit?after=${first?.sequence}`, cookie)).events).toEqual([]);
  const { people } = await get<{ people: { email: string }[] }>("/api/audit/people", cookie);
  expect(people.map((person) => person.email)).toEqual(expect.arrayContaining([email, "viewer@test.example"]));
});

test("events come with the known names of their customers, which are no members of the events", async () => {
  const cookie = await console.signIn(email);
  const { customers } = await get<CustomerList>("/api/sandbox/customers?datefrom=1970-01-01", cookie);
  const { customerID, companyName } = customers[0] as Customer;
  const path = `/api/sandbox/customers/${customerID}/notes`;
  await console.send("POST", path, { cookie, body: { text: "Calls back on Monday" } });
  const found = await get<AuditList>(`/api/audit?customer=${customerID}&action=note.created,note.changed`, cookie);
  expect(found.events).toMatchObject([{ target: { kind: "customer", id: customerID } }]);
  expect(found.customers).toEqual([{ environment: "sandbox", customerID, companyName }]);
  expect(found.people).toEqual([{ staffID: found.events[0]?.actor.id, name: email }]);
  expect(JSON.stringify(found.events)).not.toContain(companyName);
});

test.each([
  ["both directions", "after=1&before=9", "before"],
  ["an unknown action", "action=dance", "action"],
  ["an end before the start", "datefrom=2026-02-02&dateto=2026-02-01", "dateto"],
  ["a limit that is too large", "limit=1001", "limit"],
])("the list refuses %s by name", async (_what, query, field) => {
  const cookie = await console.signIn(email);
  clock.advance(60_000);
  const response = await console.send("GET", `/api/audit?${query}`, { cookie });
  expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ field }] }]);
});

test("an export contains every event once, the oldest first, in a format that machines and spreadsheets read safely", async () => {
  const cookie = await console.signIn(email);
  await store.audit.append(
    {
      actor: { kind: "console" },
      action: "api.probed",
      outcome: "done",
      ticket: '=HYPERLINK("x")',
      after: { a: "b\nc" },
    },
    clock.now(),
  );
  const file = async (format: string) => {
    const response = await console.send("GET", `/api/audit/export?format=${format}`, { cookie });
    expect(response.headers.get("content-disposition")).toContain(`audit-2026-11-20.${format}`);
    return response.text();
  };
  const text = await file("ndjson");
  expect(compareFileWithDocument("/api/audit/export", "application/x-ndjson", text)).toEqual([]);
  const lines = text.trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as { sequence: number; after: unknown });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)?.after).toEqual({ what: "audit", format: "ndjson" });
  const rows = (await file("csv")).trim().split("\r\n");
  expect(rows[0]).toContain("sequence,at,actor.kind");
  expect(rows).toHaveLength(events.length + 2);
  expect(rows.at(-2 - 1)).toMatch(/'=HYPERLINK/);
});

test("the verification names the event where the chain breaks", async () => {
  const cookie = await console.signIn(email);
  const verify = (query = "") => get<AuditVerificationPart>(`/api/audit/verification${query}`, cookie);
  const whole = await verify();
  expect(whole).toMatchObject({ first: 1, rows: whole.last, breaks: [] });
  expect(whole.next).toBeUndefined();
  expect(await verify(`?after=${whole.last - 2}`)).toMatchObject({ rows: 2, breaks: [] });
});

test("a configured console pushes its events, and shows the progress on the page", async () => {
  const received: string[] = [];
  const answers = [503];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers["webhook-id"]));
    request.resume().on("end", () => response.writeHead(answers.shift() ?? 204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void receiver.close());
  const AUDIT_PUSH_URL = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/audit`;
  const pushing = await createTestBff({
    staff: [{ email, role: "administrator" }],
    variables: { AUDIT_PUSH_URL, AUDIT_PUSH_SECRET: receiverSecret },
  });
  onTestFinished(() => pushing.close());
  const cookie = await pushing.signIn(email);
  const state = async () => ((await (await pushing.send("GET", "/api/audit", { cookie })).json()) as AuditList).push;
  await expect.poll(state, { timeout: 20_000, interval: 100 }).toMatchObject({ problem: "The receiver answered 503." });
  await expect.poll(state, { timeout: 20_000, interval: 100 }).toEqual({ waiting: 0 });
  expect(received[0]).toMatch(/^audit-1-[0-9a-f]{16}$/);
  expect(received[1]).toBe(received[0]);

  const sendTest = async (name: string) => {
    const answer = await pushing.send("POST", `/api/outboxes/${name}/test`, { cookie });
    return [answer.status, await answer.json()];
  };
  expect(await sendTest("audit-push")).toMatchObject([200, { isAccepted: true }]);
  expect(received.at(-1)).toMatch(/^test-[0-9a-f-]{36}$/);
  // The test message itself is an audit event, so it is pushed as well.
  await expect.poll(state, { timeout: 20_000, interval: 100 }).toEqual({ waiting: 0 });
  const lastEvent = async () => (await get<AuditList>("/api/audit?limit=1", cookie, pushing)).events[0];
  expect(await lastEvent()).toMatchObject({ action: "outbox.tested", target: { id: "audit-push" }, outcome: "done" });
  answers.push(500);
  expect(await sendTest("audit-push")).toMatchObject([
    200,
    { isAccepted: false, problem: "The receiver answered 500." },
  ]);
  expect(await lastEvent()).toMatchObject({ action: "outbox.tested", outcome: "failed" });
  expect(await sendTest("notifications")).toMatchObject([404, { detail: expect.stringMatching(/Nothing was sent/) }]);
  const status = await get<ConsoleHealth>("/api/status", cookie, pushing);
  expect(status.auditPush).toMatchObject({ receiver: new URL(AUDIT_PUSH_URL).origin });
  expect(JSON.stringify(status)).not.toContain("/audit");
});
