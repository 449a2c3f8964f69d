import { expect, test } from "vitest";
import { type JobFacts, jobSummary } from "#lib/case-summary/job-summary.ts";

const facts: JobFacts = {
  environment: "sandbox",
  permalink: "https://console.test/sandbox/jobs/j1",
  job: {
    jobID: "j1",
    state: "failed",
    stateText: "failed",
    type: "create-customer",
    reason: "No account for anna@acme.example:\nthe region is full.",
    customerID: "c1",
    created: "2026-11-20T09:30:00.000Z",
    steps: [
      { name: "validate", state: "succeeded", stateText: "succeeded" },
      { name: "allocate", state: "failed", stateText: "failed" },
    ],
  },
  stateWord: "Failed",
  companyName: "Acme *Ltd*",
  operation: undefined,
  copiedAt: "2026-11-20T10:00:00.000Z",
};

test("a failed job is copied with its result in the API's own sentence, on one line and without whole addresses", () => {
  expect(jobSummary(facts, "text")).toBe(
    [
      "Job of Acme *Ltd* (Sandbox)",
      "https://console.test/sandbox/jobs/j1",
      "Job ID: j1",
      "Type: create-customer",
      "Result: Failed: “No account for a…@acme.example: the region is full.”",
      "Failed step: allocate",
      "Customer ID: c1",
      "Requested by: not requested with Switchboard",
      "Created: 2026-11-20 09:30 UTC",
      "Copied from Switchboard 2026-11-20 10:00 UTC",
      "",
    ].join("\n"),
  );
});

test("a job of an operation names the person, the operation and the ticket, and Markdown stays inert", () => {
  const actor = { staffID: "s1", email: "edith@test.example" };
  const text = jobSummary({ ...facts, operation: { operationID: "o1", actor, ticket: "INC-1" } }, "markdown");
  expect(text).toContain("### Job of Acme \\*Ltd\\* (Sandbox)");
  expect(text).toContain("- **Operation:** o1");
  expect(text).toContain("- **Ticket:** INC-1");
});
