import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { crowd, namesTyped, records, type TypedQuery, type WantedName } from "#tests/fixtures/lookup/typed-queries.ts";
import { startLookup } from "./start-lookup.ts";

test("sixty texts as agents type them lead to what was meant, first, in at least 95 of 100", async () => {
  const { lookUp, assign, console } = await startLookup({
    customers: { production: [...Object.values(records), ...crowd], sandbox: [] },
  });
  const [number = ""] = await assign("production", records.harbour, 1);
  await assign("production", records.atlantic, 250, 1_000);
  const editor = { cookie: await console.signIn("edith@test.example") };
  const made = await console.send("POST", "/api/production/customers", {
    ...editor,
    headers: { "idempotency-key": randomUUID() },
    body: {
      ...{ companyName: "Made Today", plan: "essential", term: "monthly", adminUser: { email: "m@made.example" } },
      console: { ticket: "INC-4711" },
    },
  });
  const { operation } = operationAnswerSchema.parse(await made.json());
  const tagsOf = records.bakery.customerID;
  const tagged = await console.send("PUT", `/api/production/customers/${tagsOf}/tags`, {
    ...editor,
    body: { tags: ["key account"] },
  });
  expect(tagged.status).toBe(200);
  const { customerID } = records.nordwind;
  const { operationID, jobID = "" } = operation;
  const all: readonly TypedQuery[] = [
    ...namesTyped,
    [number.slice(-4), number],
    [`…${number.slice(-6, -3)} ${number.slice(-3)}`, number],
    [`0${number.slice(3)}`, number],
    [shortenMiddle(customerID), "nordwind"],
    [customerID.slice(0, 8).toUpperCase(), "nordwind"],
    [shortenMiddle(operationID), operationID],
    [`#${operationID.slice(0, 8)}`, operationID],
    [shortenMiddle(jobID), jobID],
    ["INC-4711", "INC-4711"],
    ["inc 4711", "INC-4711"],
    ["ticket INC4711", "INC-4711"],
    ["key acc", "key account"],
    ["account key", "key account"],
    ["Key Acount", "key account"],
  ];
  expect(all.length).toBeGreaterThanOrEqual(60);

  const missed: { typed: string; first: string | undefined; wanted: string }[] = [];
  for (const [typed, first] of all) {
    const [hit] = (await lookUp(typed)).hits;
    const id = first in records ? records[first as WantedName].customerID : first;
    if (hit?.id !== id) missed.push({ typed, first: hit?.label, wanted: first });
  }
  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(all.length * 0.05);
}, 60_000);

test("where one letter differs the answer says so, and two wrong letters find nothing", async () => {
  const { lookUp } = await startLookup({
    customers: { production: [...Object.values(records), ...crowd], sandbox: [] },
  });
  const similar = await lookUp("Atlanitc");
  expect(similar.hits).toMatchObject([{ kind: "customer", label: "Atlantic Dental Practice" }]);
  expect(similar.looked).toEqual([
    { what: "customers", by: "search", complete: true, term: "Atlanitc", total: 0, similar: true },
  ]);
  expect((await lookUp("Practice Atlantic")).looked[0]).not.toHaveProperty("similar");
  expect((await lookUp("Atlqnitc")).hits).toEqual([]);
});
