import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobAnswerSchema, jobListSchema } from "#lib/contract/job.ts";
import { numberListSchema } from "#lib/contract/number.ts";
import { operationAnswerSchema, operationListSchema } from "#lib/contract/operations/operation.ts";
import { operationPeopleSchema } from "#lib/contract/operations/operation-requests.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";

let writing: WritingConsole;
const customerID = randomUUID();
const name = "=Änderung & Söhne, Ltd";

beforeAll(async () => {
  writing = await startWritingConsole();
  writing.api.customers.push({
    customerID,
    jobID: "job",
    environment: "sandbox",
    createdMs: Date.now(),
    contract: { term: "monthly", plan: "essential" },
    body: { companyName: name },
  });
});

afterAll(() => writing.close());

const read = async (path: string) => (await writing.console.send("GET", path, { cookie: writing.viewer })).json();
const listed = async (query: string) => {
  const { operations } = operationListSchema.parse(await read(`/api/sandbox/operations?${query}`));
  return operations.map(({ companyName }) => companyName);
};

test("a change stores the company name that was read with its customer", async () => {
  const response = await writing.change(customerID, { term: "12-months" });
  const { operation } = operationAnswerSchema.parse(await response.json());
  expect(operation.companyName).toBe(name);
  expect(await writing.looked(operation.operationID)).toMatchObject({ companyName: name });
});

test("a prevented change has the company name too", async () => {
  const response = await writing.change(customerID, { term: "24-months", expected: { term: "other" } });
  expect(response.status).toBe(409);
  const { operation } = operationAnswerSchema.parse(await response.json());
  expect(operation).toMatchObject({ outcome: "prevented", companyName: name });
});

test("a creation has the company name that was typed", async () => {
  const body = { companyName: "Typed Ltd", plan: "essential", term: "monthly", adminUser: { email: "a@b.example" } };
  const { operation } = operationAnswerSchema.parse(await (await writing.create(body)).json());
  expect(operation.companyName).toBe("Typed Ltd");
});

test("operations are found by name, ID, person and day, and by no other text", async () => {
  expect(await listed("searchTerm=s%C3%96HNE")).toEqual([name, name]);
  expect(await listed(`searchTerm=${customerID.slice(0, 8)}`)).toEqual([name, name]);
  expect(await listed("searchTerm=nobody")).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  expect(await listed(`datefrom=2020-01-01&dateto=${today}`)).toHaveLength(3);
  expect(await listed("dateto=2020-01-01")).toEqual([]);
  const { people } = operationPeopleSchema.parse(await read("/api/sandbox/operations/people"));
  expect(people.map(({ email }) => email)).toEqual(["edith@test.example"]);
  expect(await listed(`staffID=${people[0]?.staffID}`)).toHaveLength(3);
  expect(await listed("staffID=somebody")).toEqual([]);
  const wrong = await read("/api/sandbox/operations?datefrom=2026-02-30");
  expect(wrong.errors).toEqual([{ field: "datefrom", message: expect.stringContaining("date that exists") }]);
  const backwards = await read("/api/sandbox/operations?datefrom=2026-02-02&dateto=2026-02-01");
  expect(backwards.errors).toEqual([{ field: "dateto", message: "must not be before datefrom" }]);
});

test("an export contains the rows of its filters, is harmless in a spreadsheet, and shows the number of rows first", async () => {
  const path = "/api/sandbox/operations/export?searchTerm=ltd&outcome=prevented";
  const response = await writing.console.send("GET", path, { cookie: writing.viewer });
  expect(response.headers.get("X-Expected-Total")).toBe("1");
  expect(response.headers.get("Content-Disposition")).toMatch(/operations-sandbox-\d{4}-\d{2}-\d{2}\.csv/);
  const [head = "", line = "", ...rest] = (await response.text()).split("\r\n");
  expect(rest).toEqual([""]);
  expect(head).toMatch(/^operationID,createdAt,kind,companyName,/);
  expect(line).toContain('"\'=Änderung & Söhne, Ltd"');
  expect(line).toContain(",prevented,rejected,edith@test.example,");

  const named = await writing.console.send("GET", `${path}&columnNames=page`, { cookie: writing.viewer });
  const [pageHead = "", sameLine] = (await named.text()).split("\r\n");
  expect(pageHead).toMatch(/^Operation ID,Recorded,Type,Customer,Customer ID,Result,Request,Requested by,/);
  expect(pageHead.split(",")).toHaveLength(head.split(",").length);
  expect(sameLine).toBe(line);
  const other = await writing.console.send("GET", `${path}&columnNames=mine`, { cookie: writing.viewer });
  expect(await other.json()).toMatchObject({ errors: [{ field: "columnNames", message: "must be api or page" }] });
});

test("jobs and numbers show the names of customers that were listed before, without a call to the API", async () => {
  const unknown = randomUUID();
  const job = (jobID: string, of: string) => ({ jobID, status: "running", customerID: of });
  writing.api.forget();
  writing.api.script(({ path }) => {
    const body =
      path === "/jobs"
        ? { jobs: [job("j1", customerID), job("j2", unknown)], total: 2, limit: 25, offset: 0 }
        : path === "/jobs/j1"
          ? job("j1", customerID.toUpperCase())
          : path === "/numbers"
            ? { numbers: [{ number: "+4930123", customerID }, "+4930124"], total: 2, limit: 25, offset: 0 }
            : undefined;
    return body && { effect: "no", answer: { status: 200, body } };
  });
  const { jobs } = jobListSchema.parse(await read("/api/sandbox/jobs"));
  expect(jobs.map(({ companyName }) => companyName)).toEqual([name, undefined]);
  expect(jobAnswerSchema.parse(await read("/api/sandbox/jobs/j1")).job.companyName).toBe(name);
  const { numbers } = numberListSchema.parse(await read("/api/sandbox/numbers"));
  expect(numbers.map(({ companyName }) => companyName)).toEqual([name, undefined]);
  expect(writing.api.requests.filter(({ path }) => path.startsWith("/customers"))).toEqual([]);
});
