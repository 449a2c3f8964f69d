import { afterEach, beforeEach, expect, test } from "vitest";
import { lookupAnswerSchema } from "#lib/contract/console/lookup.ts";
import { bulkAnswerSchema } from "#lib/contract/operations/bulk.ts";
import { importAnswerSchema } from "#lib/contract/operations/imports.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf, type ImportConsole, startImportConsole } from "#tests/fixtures/imports/import-console.ts";

let importConsole: ImportConsole;

beforeEach(async () => {
  importConsole = await startImportConsole({ clock: createFastClock(8) });
});

afterEach(() => importConsole.close());

async function lookUp(q: string, cookie = importConsole.editor, environment = "sandbox") {
  const address = `/api/${environment}/lookup?q=${encodeURIComponent(q)}`;
  const response = await importConsole.console.send("GET", address, { cookie });
  expect(response.status).toBe(200);
  return lookupAnswerSchema.parse(await response.json()).hits;
}

async function upload(fileName: string, customer: string): Promise<string> {
  const uploaded = await importConsole.upload(fileOf([customer]), `?fileName=${encodeURIComponent(fileName)}`);
  return importAnswerSchema.parse(await uploaded.json()).import.importID;
}

async function changeCustomers(customerID: string | undefined, console: { reason?: string; ticket?: string }) {
  const response = await importConsole.console.send("POST", "/api/sandbox/bulk", {
    cookie: importConsole.editor,
    body: { change: { plan: "professional" }, source: { kind: "ids", customerIDs: [customerID] }, console },
  });
  return bulkAnswerSchema.parse(await response.json()).bulk.bulkID;
}

test("an import is found by a part of its file name, with its state, its results and its age", async () => {
  const importID = await upload("Branches Utrecht 2026.csv", "Linde");
  const [uploaded] = await lookUp("utrecht");
  expect(uploaded).toMatchObject({
    kind: "import",
    id: importID,
    label: "Branches Utrecht 2026.csv",
    detail: "Edith Jansen",
    import: { state: "uploaded", counts: { rows: 1 } },
  });
  const proposed = await importConsole.columns(importID);
  const columns = Object.fromEntries(proposed.columns.map(({ name, field }) => [name, field]));
  await importConsole.step(importID, "map", { columns });
  await importConsole.step(importID, "check");
  await importConsole.until(importID, "checked");
  const { import: finished } = await importConsole.ran(importID);
  expect(await lookUp("Utrecht branches")).toEqual([
    { ...uploaded, createdAt: finished.createdAt, import: { state: "finished", counts: finished.counts } },
  ]);
  expect(finished.counts).toMatchObject({ created: 1, failed: 0 });
});

test("a customer comes before an import with the same word, and the whole file name finds the import first", async () => {
  importConsole.addCustomers({ companyName: "Utrecht Bakery" });
  const older = await upload("Utrecht.csv", "Linde");
  const newer = await upload("Utrecht north.csv", "Ahorn");
  expect((await lookUp("utrecht")).map(({ label }) => label)).toEqual([
    "Utrecht Bakery",
    "Utrecht north.csv",
    "Utrecht.csv",
  ]);
  expect((await lookUp("UTRECHT.csv"))[0]).toMatchObject({ kind: "import", id: older });
  expect((await lookUp("utrecht north.csv")).map(({ id }) => id)).toEqual([newer]);
});

test("an import with the typed word comes before customers whose names are only similar", async () => {
  importConsole.addCustomers({ companyName: "Utrecth Bakery" });
  await upload("Utrecht.csv", "Linde");
  expect((await lookUp("utrecht")).map(({ label }) => label)).toEqual(["Utrecht.csv", "Utrecth Bakery"]);
});

test("an import is found only in its own environment, and only by a person who may import", async () => {
  await upload("Branches Utrecht.csv", "Linde");
  expect(await lookUp("utrecht", importConsole.editor, "production")).toEqual([]);
  expect(await lookUp("utrecht", importConsole.viewer)).toEqual([]);
});

test("a bulk change is found by its reason, and by its ticket as a part of the ticket's page", async () => {
  const [customer] = importConsole.addCustomers({ companyName: "Linde" });
  const bulkID = await changeCustomers(customer?.customerID, { reason: "Autumn price list", ticket: "INC-4711" });
  await changeCustomers(customer?.customerID, {});
  const [hit, ...others] = await lookUp("price list", importConsole.viewer);
  expect(hit).toMatchObject({
    kind: "bulk",
    id: bulkID,
    label: "Autumn price list",
    detail: "Edith Jansen",
    bulk: { state: expect.stringMatching(/^check/) },
    createdAt: expect.stringMatching(/Z$/),
  });
  expect(others).toEqual([]);
  expect(await lookUp("inc 4711", importConsole.viewer)).toMatchObject([{ kind: "ticket", id: "INC-4711" }]);
});
