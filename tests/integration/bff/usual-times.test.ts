import { expect, test } from "vitest";
import { jobListSchema } from "#lib/contract/job.ts";
import { operationAnswerSchema, operationDetailSchema } from "#lib/contract/operations/operation.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const customerID = createOtherCustomers("sandbox", 1, 0)[0]?.uuid ?? "";
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** A console in front of an API whose jobs the test sets. */
async function start() {
  const started = await startConsoleBefore({
    customers: 5,
    console: {
      staff: [
        { email: "vera@test.example", role: "viewer" },
        { email: "edith@test.example", role: "editor" },
      ],
    },
  });
  const { api, get, console } = started;
  const cookie = await console.signIn("edith@test.example");
  const list = async () => jobListSchema.parse(await (await get("/api/sandbox/jobs?limit=100")).json()).jobs;
  const detail = async (operationID: string) =>
    operationDetailSchema.parse(await (await get(`/api/sandbox/operations/${operationID}`)).json());
  /** Starts a change whose job is running, and lets three minutes pass in which the job does not change. */
  const stall = async () => {
    const body = { plan: "enterprise" };
    const answer = await console.send("PATCH", `/api/sandbox/customers/${customerID}/contract`, { body, cookie });
    const { operationID, jobID = "" } = operationAnswerSchema.parse(await answer.json()).operation;
    tell(jobID, { status: "running", created: ago(3 * minuteMs), updated: ago(3 * minuteMs) });
    return { operationID, jobID };
  };
  const tell = (jobID: string, record: object) => api.tellJob("sandbox", jobID, { jobID, type: "change", ...record });
  const tellEnded = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const createdMs = 60 * minuteMs;
      tell(`ended-${index}`, { status: "succeeded", created: ago(createdMs), updated: ago(createdMs - 8_000) });
    }
  };
  return { list, detail, stall, tell, tellEnded, get };
}

test("an operation of a kind without own history gets the usual time of the jobs that the API lists", async () => {
  const { list, detail, stall, tellEnded } = await start();
  const { operationID, jobID } = await stall();
  expect((await detail(operationID)).usual).toBeUndefined();
  tellEnded(30);
  expect((await list()).find((job) => job.jobID === jobID)?.type).toBe("change");
  const { usual } = await detail(operationID);
  expect(usual?.count).toBe(30);
  expect(Math.abs((usual?.p50Ms ?? 0) - 8_000)).toBeLessThan(1_000);
});

test("a stall of minutes is reported once the usual time is known, and a stall of an hour without any history", async () => {
  const { list, get, tell, tellEnded } = await start();
  tell("stalled", { status: "running", created: ago(3 * minuteMs), updated: ago(3 * minuteMs), customerID });
  tell("forgotten", {
    type: "unheard of",
    status: "running",
    created: ago(60 * minuteMs),
    updated: ago(60 * minuteMs),
  });
  const stuck = async () =>
    (await list()).flatMap(({ jobID, stuckSince }) => (stuckSince === undefined ? [] : [jobID])).toSorted();
  expect(await stuck()).toEqual(["forgotten"]);
  tellEnded(30);
  expect(await stuck()).toEqual(["forgotten", "stalled"]);
  // The page of the job shows the same time as the customer's page.
  const jobs = await (await get(`/api/sandbox/customers/${customerID}/jobs`)).json();
  expect(jobs).toMatchObject({ stuck: [{ jobID: "stalled" }] });
  const { job } = await (await get("/api/sandbox/jobs/stalled")).json();
  expect(job.stuckSince).toBe(jobs.stuck[0].unchangedSince);
});
