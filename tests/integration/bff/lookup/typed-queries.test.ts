import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { crowd, namesTyped, records, type TypedQuery, type WantedName } from "#tests/fixtures/lookup/typed-queries.ts";
import { customer } from "#tests/service/provisioning/test-service.ts";
import { startLookup } from "./start-lookup.ts";

test("for at least 95 % of typical typed texts, the intended hit comes first", async () => {
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
      companyName: "Made Today",
      plan: "essential",
      term: "monthly",
      adminUser: { email: "m@made.example" },
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

test("if one letter differs, the answer says so, and a text with two wrong letters finds nothing", async () => {
  const { lookUp } = await startLookup({
    customers: { production: [...Object.values(records), ...crowd], sandbox: [] },
  });
  const similar = await lookUp("Atlanitc");
  expect(similar.hits).toMatchObject([{ kind: "customer", label: "Atlantic Dental Practice" }]);
  expect(similar.looked).toEqual([
    { what: "customers", by: "search", complete: true, term: "Atlanitc", total: 1, similar: true },
  ]);
  expect((await lookUp("Practice Atlantic")).looked[0]).not.toHaveProperty("similar");
  expect((await lookUp("Atlqnitc")).hits).toEqual([]);
});

const many = (count: number, nameOf: (index: number) => string, from = 0) =>
  Array.from({ length: count }, (_, index) => customer(from + index + 1, { companyName: nameOf(index) }));

test("after a corrected word or another word order, the answer shows the number of matches and the search that lists them", async () => {
  const production = [
    ...many(63, (index) => (index % 2 === 0 ? `Hofmann Optik ${index}` : `Optik Hofmann ${index}`)),
    ...many(7, (index) => `Bergström Metall ${index}`, 100),
    ...many(130, (index) => `Zacharias Druck ${index}`, 200),
    ...many(12, (index) => `Bergmann ${index}`, 400),
    ...many(9, (index) => `Beermann ${index}`, 500),
    ...many(5, (index) => `Müller Bau ${index}`, 600),
    ...many(4, (index) => `Mueller Bau ${index}`, 700),
    // These customers are the newest. So a search for parts of a mistyped name finds them first.
    ...many(120, (index) => `Hofgut ${index}`, 800),
  ];
  const { lookUp } = await startLookup({ customers: { production, sandbox: [] } });
  const searched = async (text: string) => (await lookUp(text)).looked[0];
  expect(await searched("Hofmnan")).toMatchObject({
    total: 63,
    complete: false,
    similar: true,
    searches: [{ term: "Hofmann", total: 63 }],
  });
  expect(await searched("Hofmnan Optik")).toMatchObject({ total: 63, searches: [{ term: "Hofmann", total: 63 }] });
  expect(await searched("Bergstrm")).toMatchObject({ total: 7, searches: [{ term: "Bergström", total: 7 }] });
  expect(await searched("Zachariaz")).toMatchObject({ total: 130, searches: [{ term: "Zacharias", total: 130 }] });
  expect(await searched("Druck Zacharias")).toMatchObject({ total: 130, searches: [{ total: 130 }] });
  expect(await searched("Bermann")).toMatchObject({
    total: 21,
    searches: [
      { term: "Bergmann", total: 12 },
      { term: "Beermann", total: 9 },
    ],
  });
  expect(await searched("Müller")).toMatchObject({
    total: 9,
    searches: [
      { term: "Müller", total: 5 },
      { term: "Mueller", total: 4 },
    ],
  });
  expect(await searched("Zacharias Druk 12")).toMatchObject({ similar: true, total: 11 });
});
