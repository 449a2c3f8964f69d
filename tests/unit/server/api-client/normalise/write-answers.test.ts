import { expect, test } from "vitest";
import { contractAnswer, jobAndCustomer } from "#server/api-client/normalise/write-answers.ts";

const creation = (json: unknown, location: string | null = null) =>
  jobAndCustomer.read({ json, location, what: "a creation" }, "sandbox");
const contract = (json: unknown, location: string | null = null) =>
  contractAnswer.read({ json, location, what: "a change of contract" }, "sandbox");

test.each([
  ["jobID in the body", { jobID: "j1", customerID: "c1" }, null, { jobID: "j1", customerID: "c1" }],
  ["spelt differently", { job_id: 7, customerId: "c1" }, null, { jobID: "7", customerID: "c1" }],
  ["a job", { job: { id: "j1", customerID: "c1" } }, null, { jobID: "j1", customerID: "c1" }],
  ["a job's ID under job", { job: "j1" }, null, { jobID: "j1" }],
  ["wrapped in data", { data: { jobID: "j1", customer: { id: "c1" } } }, null, { jobID: "j1", customerID: "c1" }],
  ["Location, no body", undefined, "https://api.example/v2/jobs/j1", { jobID: "j1" }],
  ["Location, null", null, "/v2/jobs/j%201/?x=1#y", { jobID: "j 1" }],
  ["the customer in Location", {}, "/sandbox/customers/c1", { customerID: "c1" }],
  ["the body and not Location", { jobID: "j1" }, "/v2/jobs/j2", { jobID: "j1" }],
  ["a job's own ID", { id: "j1", status: "queued" }, null, { jobID: "j1" }],
  ["a customer's own ID", { id: "c1", companyName: "Acme" }, "/v2/jobs/j1", { jobID: "j1", customerID: "c1" }],
  ["an ID of an unknown kind", { id: "x1" }, null, {}],
  ["a Location of something else", {}, "/v2/queue/7", {}],
  ["a broken Location", {}, "/v2/jobs/%E0%A4%A", {}],
  ["nothing", undefined, null, {}],
])("the answer to a creation is read from %s", (_, json, location, expected) => {
  const answer = creation(json, location);
  expect(answer).toEqual({ ...expected, raw: json });
  expect(answer.raw).toBe(json);
});

test.each([
  ["the contract", { term: "monthly", plan: "essential" }, null, { contract: { term: "monthly", plan: "essential" } }],
  ["a nested contract", { contract: { plan: "essential" } }, null, { contract: { plan: "essential" } }],
  ["the customer", { customer: { contract_plan: "essential" } }, null, { contract: { plan: "essential" } }],
  ["the customer itself", { id: "c1", name: "Acme", plan: "essential" }, null, { contract: { plan: "essential" } }],
  ["a job", { jobID: "j1" }, null, { jobID: "j1" }],
  ["a job's record", { id: "j1", status: "queued" }, null, { jobID: "j1" }],
  ["Location", undefined, "/v2/jobs/j1", { jobID: "j1" }],
  ["nothing (204)", undefined, null, {}],
  ["something else", { ok: true }, null, {}],
])("the answer to a change of contract is read from %s", (_, json, location, expected) => {
  expect(contract(json, location)).toEqual({ ...expected, raw: json });
});

test.each([["text"], [[]], [7], [true]])("%j in place of an answer is malformed", (json) => {
  const malformed = expect.objectContaining({ code: "upstream_malformed" });
  expect(() => creation(json)).toThrow(malformed);
  expect(() => contract(json)).toThrow(malformed);
});
