import { expect, test } from "vitest";
import { jobSchema } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { jobRows, normaliseJob, normaliseOneJob } from "#server/api-client/normalise/job.ts";
import { normaliseList } from "#server/api-client/normalise/list.ts";

const one = (record: object) => normaliseJob({ jobID: "j1", ...record }, "sandbox", 1);

test("a job in our own service's spelling is read completely", () => {
  const record = {
    jobID: "7d3c1f8a-9b24-4e61-8f05-2a6b7c8d9e0f",
    type: "create-customer",
    status: "running",
    progress: 40,
    steps: [
      {
        name: "validate",
        state: "succeeded",
        startedAt: "2026-11-20T09:30:00.000Z",
        finishedAt: "2026-11-20T09:30:00.600Z",
      },
      { name: "numbers", state: "queued" },
      { name: "admin-user", state: "skipped" },
    ],
    customerID: "0b1f6d7e-3c52-4a55-9d0e-6b8f1c2d3e4f",
    created: "2026-11-20T09:30:00.000Z",
    updated: "2026-11-20T09:30:02.100Z",
  };
  const job = normaliseJob(record, "sandbox", 1);
  expect(job).toEqual({
    jobID: record.jobID,
    state: "running",
    stateText: "running",
    type: "create-customer",
    progress: 0.4,
    steps: [
      { ...record.steps[0], stateText: "succeeded" },
      { ...record.steps[1], stateText: "queued" },
      { ...record.steps[2], stateText: "skipped" },
    ],
    customerID: record.customerID,
    created: record.created,
    updated: record.updated,
    raw: record,
  });
  expect(job.raw).toBe(record);
  expect(jobSchema.parse(job)).toEqual(job);
});

test.each([
  ["queued", ["queued", "PENDING", "Scheduled", "waiting", "not started"]],
  ["running", ["running", "In Progress", "in_progress", "IN-PROGRESS", "inProgress", "Processing", "started"]],
  ["succeeded", ["succeeded", "Completed", "COMPLETE", "done", "success", "finished"]],
  ["failed", ["failed", "Error", "FAILURE", "timed out"]],
  ["cancelled", ["cancelled", "Canceled", "aborted"]],
] as const)(
  "the state %s is recognised from its words, in upper and lower case, under status or state",
  (state, words) => {
    for (const word of words) {
      expect(one({ status: word })).toMatchObject({ state, stateText: word });
      expect(one({ State: word })).toMatchObject({ state, stateText: word });
    }
  },
);

test.each([["reticulating splines"], ["42"], ["paused"]])(
  "the unknown word %s is shown verbatim, and the job counts as unfinished",
  (word) => {
    const job = one({ status: word });
    expect(job).toMatchObject({ state: "unknown", stateText: word });
    expect(isFinished(job.state)).toBe(false);
  },
);

test.each([
  ["no state at all", {}, { state: "unknown", stateText: "" }],
  ["an invalid state", { state: null, status: [] }, { state: "unknown", stateText: "" }],
  ["a number beside a word", { status: 200, state: "running" }, { state: "running", stateText: "running" }],
  ["an object", { status: { name: "Done", code: 7 } }, { state: "succeeded", stateText: "Done" }],
  ["a skipped job", { status: "skipped" }, { state: "cancelled", stateText: "skipped" }],
])("the state of a job is read from %s", (_, members, expected) => {
  expect(one(members)).toMatchObject(expected);
});

test.each([
  [{ progress: 0 }, 0],
  [{ progress: 0.4 }, 0.4],
  [{ progress: 40 }, 0.4],
  [{ progress: 100 }, 1],
  [{ progress: "40" }, 0.4],
  [{ progress: "40 %" }, 0.4],
  [{ progress: "0.5%" }, 0.005],
  [{ percentComplete: 1 }, 0.01],
  [{ percent_complete: 0.5 }, 0.005],
  [{ Percentage: "99.5" }, 0.995],
  [{ progress: 1 }, 0.01],
  [{ progress: 1, status: "succeeded" }, 1],
  [{ progress: { completed: 3, total: 4 } }, 0.75],
  [{ progress: { percent: 30 } }, 0.3],
  [{ progress: -1 }, undefined],
  [{ progress: 101 }, undefined],
  [{ progress: "half" }, undefined],
  [{ progress: { completed: 5, total: 4 } }, undefined],
  [{ progress: null }, undefined],
])("the progress of a job is read from %j", (members, expected) => {
  expect(one(members).progress).toBe(expected);
});

test.each([
  ["texts", { steps: ["validate"] }, [{ name: "validate", state: "unknown", stateText: "" }]],
  ["words by name", { steps: { validate: "done" } }, [{ name: "validate", state: "succeeded", stateText: "done" }]],
  [
    "other names",
    { tasks: [{ title: "Validate", status: "In progress", started_at: 1_795_177_496 }] },
    [{ name: "Validate", state: "running", stateText: "In progress", startedAt: "2026-11-20T12:24:56.000Z" }],
  ],
  ["nonsense", { steps: [null, [], 7] }, [{ name: "7", state: "unknown", stateText: "" }]],
  ["none", { steps: 5 }, []],
])("the steps of a job are read from %s", (_, members, expected) => {
  expect(one(members).steps).toEqual(expected);
});

test.each([
  [{ error: "No numbers left" }, "No numbers left"],
  [{ status: "failed", error: { message: "No numbers left", code: 7 } }, "No numbers left"],
  [{ errors: ["One", { message: "Two" }, []] }, "One; Two"],
  [{ failureReason: "No numbers left", message: "x" }, "No numbers left"],
  [{ status: "failed", message: "No numbers left" }, "No numbers left"],
  [{ status: "running", message: "Looking for numbers" }, undefined],
  [{ error: null }, undefined],
])("the reason of a job is read from %j", (members, expected) => {
  expect(one(members).reason).toBe(expected);
});

test.each([
  [{ customerId: "c1" }, "c1"],
  [{ customer: { id: "c1" } }, "c1"],
  [{ customer: "c1" }, "c1"],
  [{ result: { customerID: "c1" } }, "c1"],
  [{ customer: {} }, undefined],
])("the customer of a job is read from %j", (members, expected) => {
  expect(one(members).customerID).toBe(expected);
});

test("a job of a list without a usable ID is malformed, and the message says where", () => {
  const list = { jobs: [{ id: 1 }, { status: "Secretive" }], total: 2 };
  expect(() => normaliseList(list, { environment: "sandbox", limit: 25, offset: 0 }, jobRows)).toThrow(
    expect.objectContaining({
      code: "upstream_malformed",
      message: expect.stringMatching(/^(?!.*Secretive).*job 2 of the list without a usable jobID/),
    }),
  );
});

test.each([
  ["by itself", { id: "j7", status: "done" }, "j7"],
  ["under job", { job: { id: "j7", status: "done" }, links: [] }, "j7"],
  ["under data", { data: { jobID: "j7", status: "done" } }, "j7"],
  ["without its ID", { status: "done" }, "asked"],
])("a single job is read %s", (_, json, jobID) => {
  const job = normaliseOneJob(json, "sandbox", "asked");
  expect(job).toMatchObject({ jobID, state: "succeeded" });
  expect(job.raw).toBe(json);
});

test.each([[null], ["done"], [[]], [7]])("%j in place of a job is malformed", (json) => {
  expect(() => normaliseOneJob(json, "sandbox", "j1")).toThrow(expect.objectContaining({ code: "upstream_malformed" }));
});
