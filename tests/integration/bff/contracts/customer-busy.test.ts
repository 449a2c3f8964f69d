import { describe, expect, test } from "vitest";
import { customerJobsSchema } from "#lib/contract/customers/customer-jobs.ts";
import {
  operationAnswerSchema,
  operationListSchema,
  operationProblemSchema,
} from "#lib/contract/operations/operation.ts";
import { overrideJobIDsOf } from "#lib/operations/override-jobs.ts";
import { endless, halfDone, succeeded } from "#tests/fixtures/api/odd-jobs.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const customerID = createOtherCustomers("sandbox", 1, 0)[0]?.uuid ?? "";
const another = createOtherCustomers("sandbox", 2, 0)[1]?.uuid ?? "";

async function start() {
  const started = await startConsoleBefore({
    customers: 20,
    console: {
      staff: [
        { email: "vera@test.example", role: "viewer" },
        { email: "editor@test.example", role: "editor" },
      ],
    },
  });
  const cookie = await started.console.signIn("editor@test.example");
  const change = (id: string, body: unknown) =>
    started.console.send("PATCH", `/api/sandbox/customers/${id}/contract`, { body, cookie });
  const jobsOf = async (id: string) =>
    customerJobsSchema.parse(await (await started.get(`/api/sandbox/customers/${id}/jobs`)).json()).jobs;
  const asViewer = async (id: string, body: unknown) =>
    started.console.send("PATCH", `/api/sandbox/customers/${id}/contract`, {
      body,
      cookie: await started.console.signIn("vera@test.example"),
    });
  const sent = () => started.api.calls.filter(({ method }) => method === "PATCH").length;
  return { ...started, change, asViewer, jobsOf, sent };
}

test("while the job of a change runs, the next change is refused and nothing is sent", async () => {
  const { change, jobsOf, sent, api } = await start();
  // This API answers a change of plan with a job.
  const first = await change(customerID, { plan: "enterprise" });
  expect(first.status).toBe(202);
  const { jobID = "" } = operationAnswerSchema.parse(await first.json()).operation;
  // Otherwise each read would move the job to its next stage, also a read in the background.
  api.tellJob("sandbox", jobID, { ...halfDone(jobID, Date.now()), customerID });

  const held = await change(customerID, { term: "36-months" });
  expect(held.status).toBe(409);
  expect(operationProblemSchema.parse(await held.json())).toMatchObject({
    code: "customer_busy",
    detail: expect.stringContaining(`${jobID}`),
    operation: { state: "rejected", kind: "change-contract" },
  });
  expect(sent()).toBe(1);
  // The running job does not block other customers.
  expect((await change(another, { term: "36-months" })).status).toBe(200);

  expect((await jobsOf(customerID)).map((job) => job.jobID)).toEqual([jobID]);
  api.tellJob("sandbox", jobID, { ...succeeded(jobID, Date.now()), customerID });
  await expect.poll(() => jobsOf(customerID)).toEqual([]);
  expect((await change(customerID, { term: "36-months" })).status).toBe(200);
});

test("a customer with a hundred running jobs costs twenty calls, however many people open the page at once", async () => {
  const { get, api } = await start();
  for (let count = 0; count < 100; count += 1) api.beginJob("sandbox", customerID);
  await get("/api/sandbox/jobs?limit=100");
  const before = api.calls.length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(`/api/sandbox/customers/${customerID}/jobs`)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(api.calls.length - before).toBe(20);
});

test("a job that another person has started also refuses the change, once the console has read the job", async () => {
  const { change, jobsOf, sent, get, api } = await start();
  const foreign = api.beginJob("sandbox", customerID);
  expect(await jobsOf(customerID)).toEqual([]);
  await get("/api/sandbox/jobs");
  const held = await change(customerID, { term: "36-months" });
  expect([held.status, (await held.json()).code]).toEqual([409, "customer_busy"]);
  expect(sent()).toBe(0);
  api.tellJob("sandbox", foreign, { status: "succeeded", customerID });
  expect((await change(customerID, { term: "36-months" })).status).toBe(200);
});

describe("a job that never ends", () => {
  const hour = 3_600_000;

  async function startBehind(...jobIDs: string[]) {
    const started = await start();
    const { api, get, change } = started;
    for (const jobID of jobIDs) {
      api.tellJob("sandbox", jobID, { ...endless(jobID, Date.now() - hour), customerID });
    }
    await get("/api/sandbox/jobs");
    const tried = async (body: unknown) => {
      const answer = await change(customerID, body);
      return { status: answer.status, ...operationProblemSchema.partial().parse(await answer.json()) };
    };
    return { ...started, tried };
  }

  test("a change that names the job is sent, and stores the job's ID", async () => {
    const { change, get, tried, sent } = await startBehind("stuck");
    const shownJobs = customerJobsSchema.parse(await (await get(`/api/sandbox/customers/${customerID}/jobs`)).json());
    expect(shownJobs.jobs.map(({ jobID }) => jobID)).toEqual(["stuck"]);
    expect(shownJobs.stuck.map(({ jobID }) => jobID)).toEqual(["stuck"]);
    expect(Date.now() - Date.parse(shownJobs.stuck[0]?.unchangedSince ?? "")).toBeGreaterThan(hour);

    expect(await tried({ term: "36-months" })).toMatchObject({ status: 409, code: "customer_busy", errors: [] });
    expect(await tried({ term: "36-months", overrideJobIDs: ["another"] })).toMatchObject({ code: "customer_busy" });
    expect(sent()).toBe(0);
    const answer = await change(customerID, { term: "36-months", overrideJobIDs: ["stuck"] });
    expect(answer.status).toBe(200);
    const { operation } = operationAnswerSchema.parse(await answer.json());
    expect(overrideJobIDsOf(operation)).toEqual(["stuck"]);
    const { operations } = operationListSchema.parse(
      await (await get(`/api/sandbox/operations?customerID=${customerID}`)).json(),
    );
    expect(operations.map(overrideJobIDsOf)).toEqual([["stuck"], ["another"], []]);
    expect(sent()).toBe(1);
  });

  test("a change overrides no other running job, stuck or not", async () => {
    const { api, get, tried, sent } = await startBehind("stuck", "stuck-too");
    const both = ["stuck", "stuck-too"];
    expect(await tried({ term: "36-months", overrideJobIDs: ["stuck"] })).toMatchObject({ code: "customer_busy" });
    const fresh = api.beginJob("sandbox", customerID);
    await get("/api/sandbox/jobs");
    expect(await tried({ term: "36-months", overrideJobIDs: [...both, fresh] })).toMatchObject({
      status: 409,
      code: "customer_busy",
      errors: [{ field: "overrideJobIDs", message: `job ${fresh} does not seem stuck` }],
    });
    expect(sent()).toBe(0);
    api.tellJob("sandbox", fresh, { status: "succeeded", customerID });
    expect(await tried({ term: "36-months", overrideJobIDs: both })).toMatchObject({ status: 200 });
  });

  test("a viewer cannot override a job, and the value must be a list of IDs", async () => {
    const { asViewer, tried, sent } = await startBehind("stuck");
    expect((await asViewer(customerID, { term: "36-months", overrideJobIDs: ["stuck"] })).status).toBe(403);
    for (const overrideJobIDs of [[], ["../x"], "stuck", Array.from({ length: 21 }, String)]) {
      expect(await tried({ term: "36-months", overrideJobIDs })).toMatchObject({
        status: 400,
        code: "invalid_request",
      });
    }
    expect(sent()).toBe(0);
  });
});
