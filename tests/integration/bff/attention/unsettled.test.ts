import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { attentionCountSchema, attentionListSchema } from "#lib/contract/console/attention.ts";
import { operationListSchema } from "#lib/contract/operations/operation.ts";
import { dayMs, minuteMs } from "#lib/contract/values/time-units.ts";
import { startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { createTestBff, createTestClock, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

interface ListedJob {
  jobID: string;
  status: string;
  type: string;
  created?: string;
  updated?: string;
}

/** Starts an API that lists jobs, newest first and 100 at a time. */
async function startJobs() {
  const jobs: ListedJob[] = [];
  const api = { jobs, isDown: false, readOf: [] as string[], url: "", close: async () => {} };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://api.invalid");
    const send = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (pathname.endsWith("/auth")) return send(200, { access_token: "token", token_type: "Bearer", expires_in: 600 });
    if (api.isDown) return send(403, { message: "not now" });
    if (!pathname.startsWith("/sandbox")) return send(200, { jobs: [], total: 0, limit: 100, offset: 0 });
    const jobID = /\/jobs\/([^/]+)$/.exec(pathname)?.[1];
    if (jobID !== undefined) {
      api.readOf.push(jobID);
      const job = jobs.find((one) => one.jobID === jobID);
      return job ? send(200, job) : send(404, { message: "no such job" });
    }
    const [limit, offset] = ["limit", "offset"].map((name) => Number(searchParams.get(name))) as [number, number];
    send(200, { jobs: jobs.slice(offset, offset + limit), total: jobs.length, limit, offset });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return api;
}

async function attentionOf(console: TestBff, cookie: string) {
  const list = attentionListSchema.parse(await (await console.send("GET", "/api/attention", { cookie })).json());
  const count = attentionCountSchema.parse(
    await (await console.send("GET", "/api/attention/count", { cookie })).json(),
  );
  const { items, sources } = list;
  const jobsSource = sources.find(({ name, environment }) => name === "jobs" && environment === "sandbox");
  return { ids: items.map(({ id }) => id), items, total: list.total, open: count.open, read: jobsSource?.read };
}

test.each(testDialects)(
  "on %s a failed job is shown until it is settled, even if there are many newer failed jobs",
  async (dialect) => {
    const clock = createTestClock();
    const at = (ms: number) => new Date(clock.now() + ms).toISOString();
    const api = await startJobs();
    const failed = (jobID: string): ListedJob => ({ jobID, status: "failed", type: "import", created: at(-minuteMs) });
    api.jobs.push(failed("failed-1"), failed("failed-2"));
    const staff = [
      { email: "vera@test.example", role: "viewer" as const },
      { email: "edith@test.example", role: "editor" as const },
    ];
    const console = await createTestBff({ baseUrl: api.url, clock, staff, dialect });
    onTestFinished(console.close);
    const cookie = await console.signIn("vera@test.example");
    expect(await attentionOf(console, cookie)).toMatchObject({ ids: ["failed-1", "failed-2"], total: 2, open: 2 });

    const newer = (index: number): ListedJob => ({
      jobID: `job-${index}`,
      status: "done",
      type: "import",
      created: at(0),
    });
    api.jobs.unshift(...Array.from({ length: 287 }, (_, index) => newer(index)));
    clock.advance(minuteMs);
    const shown = await attentionOf(console, cookie);
    expect(shown).toMatchObject({ ids: ["failed-1", "failed-2"], total: 2, open: 2, read: true });
    expect(shown.items[0]).toMatchObject({ kind: "failed-job", title: "import", href: "/sandbox/jobs/failed-1" });

    // While the API cannot be read, known items remain, and the answer says that items may be missing.
    api.isDown = true;
    clock.advance(minuteMs);
    expect(await attentionOf(console, cookie)).toMatchObject({ ids: ["failed-1", "failed-2"], open: 2, read: false });
    api.isDown = false;

    // When an answer shows that the failed job is done, its item disappears.
    api.jobs.unshift({ ...(api.jobs.pop() as ListedJob), status: "done", updated: at(0) });
    clock.advance(10 * minuteMs);
    expect(await attentionOf(console, cookie)).toMatchObject({ ids: ["failed-1"], total: 1, open: 1 });

    // A known item remains at any age, until a person marks it as handled or its cause ends.
    clock.advance(8 * dayMs);
    const later = await console.signIn("edith@test.example");
    expect(await attentionOf(console, later)).toMatchObject({ ids: ["failed-1"], total: 1, open: 1 });
    const mark = () =>
      console.send("POST", "/api/attention/failed-1/handled", { body: { reason: "Imported by hand" }, cookie: later });
    expect((await mark()).status).toBe(200);
    expect(await attentionOf(console, later)).toMatchObject({ ids: [], total: 0, open: 0 });
    // If the same job fails again, a new item appears. A job that had already failed long before it was first read
    // causes no item.
    api.jobs.unshift({ ...failed("failed-1"), updated: at(-minuteMs) }, { ...failed("old"), created: at(-8 * dayMs) });
    clock.advance(minuteMs);
    expect(await attentionOf(console, later)).toMatchObject({ ids: ["failed-1"], total: 1, open: 1 });
  },
);

test("a failed job without times is listed from the first read on", async () => {
  const clock = createTestClock();
  const api = await startJobs();
  api.jobs.push(
    { jobID: "timeless", status: "failed", type: "im\0port" },
    { jobID: "x".repeat(600), status: "failed", type: "" },
  );
  const staff = [{ email: "vera@test.example", role: "viewer" as const }];
  const console = await createTestBff({ baseUrl: api.url, clock, staff });
  onTestFinished(console.close);
  const since = new Date(clock.now()).toISOString();
  for (const days of [0, 8]) {
    clock.advance(days * dayMs);
    const cookie = await console.signIn("vera@test.example");
    expect((await attentionOf(console, cookie)).items).toMatchObject([{ id: "timeless", title: "import", since }]);
  }
});

test("a job that seems stuck stays in the list after newer jobs, until a read of the job shows progress", async () => {
  const clock = createTestClock();
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  const api = await startJobs();
  const stuck: ListedJob = {
    jobID: "stuck",
    status: "running",
    type: "import",
    created: at(-2 * dayMs),
    updated: at(-2 * dayMs),
  };
  const gone: ListedJob = { ...stuck, jobID: "gone" };
  api.jobs.push(stuck, gone);
  const staff = [{ email: "vera@test.example", role: "viewer" as const }];
  const console = await createTestBff({ baseUrl: api.url, clock, staff });
  onTestFinished(console.close);
  const cookie = await console.signIn("vera@test.example");
  expect((await attentionOf(console, cookie)).items.map(({ kind }) => kind)).toEqual(["stuck-job", "stuck-job"]);
  const newer = (index: number): ListedJob => ({
    jobID: `job-${index}`,
    status: "done",
    type: "import",
    created: at(0),
  });
  api.jobs.unshift(...Array.from({ length: 287 }, (_, index) => newer(index)));
  clock.advance(minuteMs);
  expect((await attentionOf(console, cookie)).open).toBe(2);
  expect(new Set(api.readOf)).toEqual(new Set(["stuck", "gone"]));
  api.jobs.splice(api.jobs.indexOf(gone), 1);
  Object.assign(stuck, { status: "done", updated: at(0) });
  clock.advance(minuteMs);
  expect((await attentionOf(console, cookie)).open).toBe(0);
});

test("of many jobs that seem stuck, the jobs that were last read longest ago are read again first", async () => {
  const clock = createTestClock();
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  const api = await startJobs();
  const old = { type: "import", created: at(-2 * dayMs), updated: at(-2 * dayMs) };
  const stuckIDs = Array.from({ length: 8 }, (_, index) => `stuck-${index}`);
  api.jobs.push(...stuckIDs.map((jobID) => ({ jobID, status: "running", ...old })));
  const staff = [{ email: "vera@test.example", role: "viewer" as const }];
  const console = await createTestBff({ baseUrl: api.url, clock, staff });
  onTestFinished(console.close);
  const cookie = await console.signIn("vera@test.example");
  expect(await attentionOf(console, cookie)).toMatchObject({ total: 8 });
  const newer = Array.from({ length: 287 }, (_, index) => ({ jobID: `job-${index}`, status: "done", ...old }));
  api.jobs.unshift(...newer);
  const nextReads = async () => {
    const readBefore = api.readOf.length;
    clock.advance(minuteMs);
    expect(await attentionOf(console, cookie)).toMatchObject({ total: 8 });
    return api.readOf.slice(readBefore);
  };
  const first = await nextReads();
  const second = await nextReads();
  const third = await nextReads();
  for (const reads of [first, second, third]) expect(new Set(reads).size).toBe(5);
  const notIn = (reads: readonly string[], among: readonly string[]) => among.filter((id) => !reads.includes(id));
  expect(second.slice(0, 3).toSorted()).toEqual(notIn(first, stuckIDs));
  expect(third.slice(0, 3).toSorted()).toEqual(notIn(second, first).toSorted());
});

test.each(testDialects)(
  "on %s a refused change is settled when the same change of the same customer is verified",
  async (dialect) => {
    const bulkConsole = await startBulkConsole({ dialect });
    onTestFinished(bulkConsole.close);
    const { api, console, editor } = bulkConsole;
    const [one, other] = bulkConsole.addCustomers(2).map(({ customerID }) => customerID) as [string, string];
    const change = (customerID: string, body: object) =>
      console.send("PATCH", `/api/sandbox/customers/${customerID}/contract`, { body, cookie: editor });
    const refuseAll = () =>
      api.script(({ method }) => (method === "PATCH" ? { effect: "no", answer: { status: 409 } } : undefined));
    refuseAll();
    for (const [customerID, body] of [
      [one, { plan: "enterprise" }],
      [one, { term: "12-months" }],
      [other, { plan: "enterprise" }],
    ] as const) {
      expect((await change(customerID, body)).status).toBe(409);
    }
    api.script(() => undefined);
    // These two successful changes must not remove an item. One change gives the same customer another value. The other
    // change gives another customer the same value.
    expect((await change(one, { plan: "professional" })).status).toBe(200);
    expect((await change(one, { plan: "enterprise" })).status).toBe(200);
    const listed = await console.send("GET", "/api/sandbox/operations?limit=100", { cookie: editor });
    const { operations } = operationListSchema.parse(await listed.json());
    const refused = operations.filter(({ outcome }) => outcome === "refused");
    expect(refused).toHaveLength(3);
    const items = (await attentionOf(console, editor)).items;
    expect(items.map(({ customerID, change: of }) => [customerID, of])).toEqual([
      [other, { member: "plan", value: "enterprise" }],
      [one, { member: "term", value: "12-months" }],
    ]);
    expect((await attentionOf(console, editor)).total).toBe(2);
  },
);
