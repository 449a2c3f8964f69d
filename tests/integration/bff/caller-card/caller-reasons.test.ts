import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { type CallerCard, callerCardSchema } from "#lib/contract/console/caller-card.ts";
import { callerReasonKinds } from "#lib/contract/values/console/caller-reasons.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

/** A console with one customer, whose jobs in the API a test can choose. */
async function start() {
  const started = await startBulkConsole({
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
      { email: "paul@test.example", role: "viewer", environments: ["production"] },
    ],
  });
  onTestFinished(started.close);
  const { api, console, editor: cookie, addCustomers } = started;
  const [customer] = addCustomers(1);
  const customerID = customer?.customerID ?? "";
  const jobs: Record<string, unknown>[] = [];
  let isActivityHeld = false;
  let isOverwritten = false;
  api.script(({ method, path }) => {
    if (method === "PATCH" && customer && isOverwritten) {
      customer.contract = { term: "36-months", plan: "essential" };
      return { effect: "no", answer: { status: 503 } };
    }
    if (path.includes("/activities") && isActivityHeld) return { effect: "no", answer: "hang" };
    if (path === "/jobs") {
      return { effect: "no", answer: { status: 200, body: { jobs, total: jobs.length, limit: 100, offset: 0 } } };
    }
    const job = jobs.find(({ jobID }) => path === `/jobs/${jobID}`);
    return job && { effect: "no", answer: { status: 200, body: job } };
  });
  const send = (method: string, path: string, body?: unknown) =>
    console.send(method, `/api/sandbox/${path}`, { cookie, ...(body !== undefined && { body }) });
  await send("GET", "customers?datefrom=1970-01-01&limit=100");
  return {
    ...started,
    customerID,
    send,
    jobs,
    /** Adds a job on the customer, which last changed `agoMs` ago. */
    addJob(type: string, status: string, agoMs: number) {
      const at = new Date(Date.now() - agoMs).toISOString();
      jobs.push({ jobID: randomUUID(), customerID, type, status, created: at, updated: at });
      return at;
    },
    /** Sends a change during which somebody else changes the contract, so that its outcome is unknown. */
    async changeWithUnknownOutcome() {
      isOverwritten = true;
      const answer = await started.change(customerID, { term: "12-months", console: { ticket: "INC-7" } });
      expect(answer.status).toBe(202);
    },
    holdActivities() {
      isActivityHeld = true;
    },
    async card(): Promise<CallerCard> {
      return callerCardSchema.parse(await (await send("GET", `caller-card?customer=${customerID}`)).json());
    },
  };
}

test("a failed job, an unknown outcome, a running job and a stuck job lead, in this order and each with its time", async () => {
  const { addJob, card, send, changeWithUnknownOutcome, customerID, console, editor } = await start();
  await changeWithUnknownOutcome();
  const stuckAt = addJob("export", "running", 60 * minuteMs);
  const runningAt = addJob("move-numbers", "running", 0);
  const failedAt = addJob("create-users", "failed", minuteMs);
  const note = (await (await send("POST", `customers/${customerID}/notes`, { text: "Call back" })).json()) as {
    note: { noteID: string };
  };
  await send("PATCH", `customers/${customerID}/notes/${note.note.noteID}`, { pinned: true });
  await send("GET", "jobs?limit=100");
  // Attention reads the failed jobs of other clients, and stores them.
  await console.send("GET", "/api/attention", { cookie: editor });
  const { reasons } = await card();
  expect(reasons).toMatchObject([
    { kind: "failed", at: failedAt, text: "Job create-users: failed" },
    { kind: "unknown", text: "Change term to 12 months: Outcome unknown", ticket: "INC-7" },
    { kind: "job", at: runningAt, text: "Job move-numbers: Running" },
    { kind: "stuck-job", text: "Job export: Running, seems stuck" },
    { kind: "note", text: "Call back" },
  ]);
  // The console corrects the API's time by the difference between their clocks.
  expect(Math.abs(Date.parse(reasons[3]?.at ?? "") - Date.parse(stuckAt))).toBeLessThan(minuteMs);
  const places = reasons.map(({ kind }) => callerReasonKinds.indexOf(kind));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const { at } of reasons) expect(Number.isNaN(Date.parse(at ?? ""))).toBe(false);
});

test("the card does not wait for the activities of an API that does not answer for them", async () => {
  const { api, addJob, card, send, holdActivities, customerID } = await start();
  holdActivities();
  addJob("move-numbers", "running", 0);
  await send("GET", "jobs?limit=100");
  const waiting = send("GET", `customers/${customerID}/activities?limit=1`);
  await expect.poll(() => api.hanging()).toBe(1);
  expect((await card()).reasons).toMatchObject([{ kind: "job" }]);
  expect(api.requests.filter(({ path }) => path.includes("/activities"))).toHaveLength(1);
  // The request fails when the console is closed after the test.
  void waiting.catch(() => undefined);
});

test("a person without the environment gets no card, and the audit log has the refusal without the number", async () => {
  const { console } = await start();
  const paul = await console.signIn("paul@test.example");
  const path = "/api/sandbox/caller-card?number=%2B49301234567";
  expect((await console.send("GET", path, { cookie: paul })).status).toBe(404);
  const audit = await readAudit(console.databaseUrl);
  expect(audit.at(-1)).toMatchObject({
    action: "access.denied",
    actor: { email: "paul@test.example" },
    target: { kind: "route", id: "GET /api/:environment/caller-card" },
  });
  expect(JSON.stringify(audit)).not.toContain("30123");
});
