import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#lib/contract/errors.ts";
import { type ImportRow, importAnswerSchema } from "#lib/contract/operations/imports.ts";
import { operationListSchema } from "#lib/contract/operations/operation.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf, type ImportConsole, startImportConsole } from "#tests/fixtures/imports/import-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

let importConsole: ImportConsole;

beforeEach(async () => {
  importConsole = await startImportConsole({ clock: createFastClock(8) });
});

afterEach(() => importConsole.close());

const states = (rows: readonly ImportRow[]) => rows.map(({ state }) => state);
const names = () => importConsole.api.customers.map(({ body }) => body.companyName);
const problemOf = async (response: Response) => (await response.json()) as Problem;

test("a file is checked, one customer is created first, then the rest, each with a job and a result", async () => {
  importConsole.addCustomers({ companyName: "Old", adminUser: { email: "old@a.example" } });
  const content = [
    "Firma;E-Mail;Tarif;Laufzeit;Seats;Note",
    "Äpfel & Söhne;a@a.example;Essential;12 months;12;one",
    "'=Formula Ltd;f@a.example;PROFESSIONAL;12 Months;;two",
    "Third;t@a.example;essential;monthly;3;",
  ].join("\r\n");
  const uploaded = await importConsole.upload(content, "?fileName=neue%20kunden.csv");
  expect(uploaded.status).toBe(201);
  const { import: kept } = importAnswerSchema.parse(await uploaded.json());
  expect(kept).toMatchObject({
    state: "uploaded",
    fileName: "neue kunden.csv",
    delimiter: ";",
    unmarked: 1,
    counts: { rows: 3 },
  });
  const { importID } = kept;
  const proposed = await importConsole.columns(importID);
  expect(proposed.columns.map(({ field, by }) => [field, by])).toEqual([
    ["companyName", "name"],
    ["adminUser.email", "name"],
    ["plan", "name"],
    ["term", "name"],
    ["usersCount", "name"],
    [undefined, undefined],
  ]);
  expect(proposed.values.Tarif?.plan.map(({ value, means, by }) => [value, means, by])).toEqual([
    ["Essential", "essential", "name"],
    ["PROFESSIONAL", "professional", "name"],
    ["essential", "essential", "name"],
  ]);
  const columns = {
    Firma: "companyName",
    "E-Mail": "adminUser.email",
    Tarif: "plan",
    Laufzeit: "term",
    Seats: "usersCount",
  };
  const values = {
    plan: { Essential: "essential", PROFESSIONAL: "professional" },
    term: { "12 months": "12-months", "12 Months": "12-months" },
  };
  // A person must confirm that the import ignores a column.
  const incomplete = await importConsole.step(importID, "map", { columns, values });
  expect([incomplete.status, (await problemOf(incomplete)).errors]).toEqual([
    400,
    [{ field: "columns.Note", message: "is not named: say what it is, or ignore" }],
  ]);
  const mapped = await importConsole.step(importID, "map", {
    columns: { ...columns, Note: "ignore" },
    values,
    saveAs: "Neue Kunden",
  });
  expect(importAnswerSchema.parse(await mapped.json()).import.state).toBe("mapped");
  await importConsole.step(importID, "check");
  const { import: checked, rows } = await importConsole.until(importID, "checked");
  expect(states(rows)).toEqual(["ready", "ready", "ready"]);
  expect(checked.counts).toMatchObject({ rows: 3, ready: 3, errors: 0, warnings: 0 });
  expect(names()).toEqual(["Old"]);

  const first = await importConsole.started(importID, { first: 2 });
  expect(first.import).toMatchObject({
    state: "first-done",
    counts: { created: 1, ready: 2 },
    first: { state: "created" },
  });
  expect(names()).toEqual(["Old", "=Formula Ltd"]);
  await importConsole.step(importID, "resume", { to: "running" });
  const { import: finished, rows: done } = await importConsole.until(importID, "finished");
  expect(finished.counts).toMatchObject({ rows: 3, created: 3, ready: 0, waiting: 0 });
  expect(importConsole.api.customers.map(({ body }) => body)).toEqual([
    expect.anything(),
    expect.objectContaining({ companyName: "=Formula Ltd", plan: "professional", term: "12-months" }),
    {
      companyName: "Äpfel & Söhne",
      plan: "essential",
      term: "12-months",
      usersCount: 12,
      adminUser: { email: "a@a.example" },
    },
    { companyName: "Third", plan: "essential", term: "monthly", usersCount: 3, adminUser: { email: "t@a.example" } },
  ]);
  for (const row of done)
    expect(row).toMatchObject({ outcome: "done", customerID: expect.any(String), jobID: expect.any(String) });
  const list = await importConsole.console.send("GET", `/api/sandbox/operations?bulkID=${importID}`, {
    cookie: importConsole.editor,
  });
  const { operations } = operationListSchema.parse(await list.json());
  expect(operations.map((operation) => [operation.importID, operation.bulkID])).toEqual(
    Array(3).fill([importID, undefined]),
  );

  const receipts = await importConsole.console.send("GET", `/api/sandbox/imports/${importID}/receipts`, {
    cookie: importConsole.editor,
  });
  const [head = "", , second = ""] = (await receipts.text()).split("\r\n");
  expect(head).toContain("Firma,E-Mail,Tarif,Laufzeit,Seats,Note,import line,import result");
  expect(second).toMatch(/^'=Formula Ltd,f@a\.example,PROFESSIONAL,12 Months,,two,3,created,,[\w-]{36},/);

  const actions = (await readAudit(importConsole.console.databaseUrl)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith("import"))).toEqual([
    "import.created",
    "import.changed",
    "import-mapping.saved",
    "import.continued",
    "import.started",
    "import.continued",
  ]);
  const audit = JSON.stringify(await readAudit(importConsole.console.databaseUrl));
  const logged = importConsole.console.logLines.join("\n");
  for (const word of ["12 Months", "E-Mail", "neue kunden"]) {
    expect(audit).not.toContain(word);
    expect(logged).not.toContain(word);
  }
});

describe("the limits of imports", () => {
  test("the same file is refused with the name of the earlier import, but a cancelled import that sent nothing does not count", async () => {
    const content = fileOf(["One"]);
    const first = importAnswerSchema.parse(await (await importConsole.upload(content)).json()).import;
    const again = await importConsole.upload(content);
    const problem = await problemOf(again);
    expect([again.status, problem.code, problem.errors]).toEqual([
      409,
      "same_file",
      [{ field: "importID", message: first.importID }],
    ]);
    await importConsole.step(first.importID, "cancel");
    expect((await importConsole.upload(content)).status).toBe(201);
  });

  test("a person has at most three unfinished imports, and an environment runs at most one", async () => {
    const runs = await importConsole.checked(fileOf(["One", "Two"]));
    const waits = await importConsole.checked(fileOf(["Three", "Four"]));
    expect((await importConsole.upload(fileOf(["Five"]))).status).toBe(201);
    const fourth = await importConsole.upload(fileOf(["Six"]));
    expect([fourth.status, (await problemOf(fourth)).code]).toEqual([409, "too_many_imports"]);
    await importConsole.started(runs.import.importID);
    const refused = await importConsole.step(waits.import.importID, "start", { digest: waits.import.digest });
    expect([refused.status, (await problemOf(refused)).code]).toEqual([409, "too_many_imports"]);
    await importConsole.step(runs.import.importID, "cancel");
    const { import: cancelled } = await importConsole.read(runs.import.importID);
    expect(cancelled.counts).toMatchObject({ rows: 2, created: 1, cancelled: 1 });
    expect((await importConsole.ran(waits.import.importID)).import.counts.created).toBe(2);
  });

  test("a person can read a file again in another encoding and with another separator", async () => {
    const bytes = Buffer.from(
      "companyName|email|plan|term\nM\u00fcller, Söhne|m@a.example|essential|monthly",
      "latin1",
    );
    const refused = await importConsole.upload(bytes);
    expect((await problemOf(refused)).detail).toContain("This is not UTF-8");
    const kept = importAnswerSchema.parse(
      await (await importConsole.upload(bytes, "?encoding=windows-1252&delimiter=,")).json(),
    ).import;
    expect(kept.columns).toHaveLength(1);
    const read = await importConsole.step(kept.importID, "map", { delimiter: "|" });
    const { import: reread } = importAnswerSchema.parse(await read.json());
    expect(reread).toMatchObject({
      columns: ["companyName", "email", "plan", "term"],
      encoding: "windows-1252",
      delimiter: "|",
    });
    expect((await importConsole.columns(kept.importID)).rows[0]?.cells[0]).toBe("Müller, Söhne");
  });

  test("a file that is too large or not CSV is refused before it is stored", async () => {
    expect((await importConsole.upload("x".repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
    const json = await importConsole.console.send("POST", "/api/sandbox/imports", {
      body: {},
      cookie: importConsole.editor,
    });
    expect(json.status).toBe(415);
    const unsafe = await importConsole.upload("__proto__,plan\n1,2");
    expect((await problemOf(unsafe)).detail).toContain("cannot have this name");
  });
});

test("the audit log contains each step of a person, with the changes but without content of the file", async () => {
  const { import: checked } = await importConsole.checked(fileOf(["One", "Two"]));
  const { importID } = checked;
  await importConsole.step(importID, "rows", { rows: [{ position: 1, cells: { companyName: "Corrected" } }] });
  await importConsole.step(importID, "check");
  await importConsole.until(importID, "checked");
  await importConsole.started(importID);
  await importConsole.step(importID, "resume", { to: "running" });
  await importConsole.step(importID, "pause");
  await importConsole.step(importID, "cancel");
  await importConsole.console.send("GET", `/api/sandbox/imports/${importID}/receipts`, {
    cookie: importConsole.editor,
  });
  const events = (await readAudit(importConsole.console.databaseUrl)).filter(({ target }) => target?.id === importID);
  const actions = events.map(({ action }) => action);
  expect(actions.slice(0, 6)).toEqual([
    "import.created",
    "import.changed",
    "import.continued",
    "import.changed",
    "import.continued",
    "import.started",
  ]);
  // This is the event of the resume. The events after it depend on timing, because the import may end before it is
  // paused.
  expect(actions[6]).toBe("import.continued");
  expect(events[3]?.after).toEqual({ corrected: 1, decided: 1, positions: [1] });
  expect(JSON.stringify(events)).not.toContain("Corrected");
  const exported = (await readAudit(importConsole.console.databaseUrl)).findLast(
    ({ action }) => action === "export.started",
  );
  expect(exported?.after).toMatchObject({ what: "import results", importID });
});

test("a saved mapping is proposed for a file with the same columns, and can be removed", async () => {
  const head = "Kunde A,Adresse B,Plan,Term";
  const file = (name: string) => `${head}\n${name},${name}@a.example,Gold,monthly`;
  const columns = { "Kunde A": "companyName", "Adresse B": "adminUser.email", Plan: "plan", Term: "term" };
  const first = importAnswerSchema.parse(await (await importConsole.upload(file("one"))).json()).import;
  await importConsole.step(first.importID, "map", {
    columns,
    values: { plan: { Gold: "professional" } },
    saveAs: "Gold list",
  });
  const second = importAnswerSchema.parse(await (await importConsole.upload(file("two"))).json()).import;
  const proposed = await importConsole.columns(second.importID);
  expect(proposed.savedAs).toBe("Gold list");
  expect(proposed.columns.map(({ field, by }) => [field, by])).toEqual(
    Object.values(columns).map((field) => [field, "saved"]),
  );
  expect(proposed.values.Plan?.plan[0]).toMatchObject({ value: "Gold", means: "professional", by: "saved" });
  const list = () =>
    importConsole.console.send("GET", "/api/sandbox/import-mappings", { cookie: importConsole.editor });
  const { mappings } = (await (await list()).json()) as { mappings: { mappingID: string; name: string }[] };
  expect(mappings.map(({ name }) => name)).toEqual(["Gold list"]);
  const path = `/api/sandbox/import-mappings/${mappings[0]?.mappingID}`;
  expect((await importConsole.console.send("DELETE", path, { cookie: importConsole.editor })).status).toBe(204);
  expect((await importConsole.console.send("DELETE", path, { cookie: importConsole.editor })).status).toBe(404);
});
