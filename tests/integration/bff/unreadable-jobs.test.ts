import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { customerAnswerSchema } from "#lib/contract/customers/customer.ts";
import { customerJobsSchema } from "#lib/contract/customers/customer-jobs.ts";
import { operationAnswerSchema, operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { overrideJobIDsOf } from "#lib/operations/override-jobs.ts";
import { listen } from "#server/provisioning/listen.ts";
import { type Fault, startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { keyVariables } from "#tests/fixtures/console/key-variables.ts";
import { ruleDialects, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";
import { createTestService, credentials } from "#tests/service/provisioning/test-service.ts";

/** Starts our own service, a proxy that damages answers about single jobs, and a console in front of the proxy. */
async function start(dialect: (typeof testDialects)[number], fault: Fault) {
  const service = await createTestService();
  const listener = await listen({ fetch: service.app.fetch, host: "127.0.0.1", port: 0 });
  const proxy = await startFaultProxy(listener.origin, ({ url }) => (/\/jobs\/[^/?]+$/.test(url) ? fault : undefined));
  const console = await createTestBff({
    dialect,
    // The clock is fast, because calls are paused for some seconds after several failures.
    clock: createFastClock(5, 1),
    baseUrl: proxy.origin,
    staff: [{ email: "edith@test.example", role: "editor" }],
    variables: keyVariables(credentials),
  });
  onTestFinished(async () => {
    await console.close();
    await proxy.close();
    await listener.close();
    await service.store.close();
  });
  const cookie = await console.signIn("edith@test.example");
  const send = (method: string, path: string, body?: unknown) =>
    console.send(method, `/api/sandbox${path}`, {
      cookie,
      body,
      ...(method === "POST" && { headers: { "idempotency-key": randomUUID() } }),
    });
  const created = await send("POST", "/customers", {
    companyName: "Stalled [stall:allocate]",
    plan: "essential",
    term: "monthly",
    adminUser: { email: "ada@stalled.example" },
  });
  const { customerID = "", jobID = "" } = operationAnswerSchema.parse(await created.json()).operation;
  /**
   * Sends a change. If calls are paused because many have failed, waits until another call succeeds, and sends the
   * change again.
   */
  const change = async (body: unknown): Promise<Response> => {
    const answer = await send("PATCH", `/customers/${customerID}/contract`, body);
    if (answer.status !== 503) return answer;
    while (!(await send("GET", "/customers?limit=1")).ok) await setTimeout(100);
    return change(body);
  };
  const term = async () =>
    customerAnswerSchema.parse(await (await send("GET", `/customers/${customerID}`)).json()).customer.contract.term;
  return { jobID, customerID, send, change, term };
}

const json = { "content-type": "application/json" };

const faults: readonly [string, Fault, object][] = [
  ["403", { kind: "answer", status: 403 }, { code: "upstream_refused", upstreamStatus: 403 }],
  ["404 once", { kind: "answer", status: 404 }, { code: "not_found" }],
  ["410", { kind: "answer", status: 410 }, { code: "upstream_refused", upstreamStatus: 410 }],
  ["500", { kind: "answer", status: 500 }, { code: "upstream_failed", upstreamStatus: 500 }],
  [
    "HTML",
    { kind: "answer", status: 200, headers: { "content-type": "text/html" }, body: "<h1>Moved</h1>" },
    { code: "upstream_malformed" },
  ],
  ["half an answer", { kind: "truncate", bytes: 20 }, { code: "upstream_malformed" }],
  [
    "17 MB",
    { kind: "answer", status: 200, headers: json, body: `{"log":"${"x".repeat(17_000_000)}"}` },
    { code: "upstream_too_large" },
  ],
];

describe.each(testDialects.map((dialect) => ({ dialect })))("a customer's job on $dialect", ({ dialect }) => {
  test.each(ruleDialects.includes(dialect) ? faults : faults.slice(0, 1))(
    "a job that is answered with %s blocks the contract until a person overrides it",
    async (_, fault, expected) => {
      const { jobID, customerID, send, change, term } = await start(dialect, fault);
      const jobs = await send("GET", `/customers/${customerID}/jobs`);
      expect(jobs.status).toBe(200);
      const { jobs: readable, unreadable } = customerJobsSchema.parse(await jobs.json());
      expect(readable).toEqual([]);
      expect(unreadable).toMatchObject([{ jobID, detail: expect.stringMatching(/\w/), ...expected }]);

      const held = await change({ term: "12-months" });
      expect(held.status).toBe(409);
      expect(operationProblemSchema.parse(await held.json())).toMatchObject({
        code: "customer_busy",
        detail: expect.stringContaining(`Job ${jobID} on this customer could not be read, so it may still be running:`),
        operation: { state: "rejected" },
      });
      expect((await change({ term: "12-months", overrideJobIDs: ["another"] })).status).toBe(409);
      expect(await term()).toBe("monthly");

      const changed = await change({ term: "12-months", overrideJobIDs: [jobID] });
      expect(changed.status).toBe(200);
      expect(overrideJobIDsOf(operationAnswerSchema.parse(await changed.json()).operation)).toEqual([jobID]);
      expect(await term()).toBe("12-months");
    },
  );
});

test("readable jobs of a customer are listed even if another job is malformed", async () => {
  const customerID = createOtherCustomers("sandbox", 1, 0)[0]?.uuid ?? "";
  const { api, get } = await startConsoleBefore({ customers: 5 });
  for (const jobID of ["a", "b", "c"]) api.tellJob("sandbox", jobID, { jobID, status: "running", customerID });
  await get("/api/sandbox/jobs");
  api.tellJob("sandbox", "b", "no record");
  const answer = await get(`/api/sandbox/customers/${customerID}/jobs`);
  const { jobs, unreadable } = customerJobsSchema.parse(await answer.json());
  expect(jobs.map(({ jobID }) => jobID).toSorted()).toEqual(["a", "c"]);
  expect(unreadable).toMatchObject([{ jobID: "b", code: "upstream_malformed" }]);
});
