import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#lib/contract/errors.ts";
import { type ImportRow, importAnswerSchema } from "#lib/contract/operations/imports.ts";
import { operationListSchema } from "#lib/contract/operations/operation.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf, type ImportConsole, startImportConsole } from "#tests/fixtures/imports/import-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

let it: ImportConsole;

beforeEach(async () => {
  it = await startImportConsole({ clock: createFastClock(8) });
});

afterEach(() => it.close());

const states = (rows: readonly ImportRow[]) => rows.map(({ state }) => state);
const issuesOf = (row: ImportRow | undefined) =>
  row?.issues.map(({ level, column, message }) => [level, column, message]);
const names = () => it.api.customers.map(({ body }) => body.companyName);
const problemOf = async (response: Response) => (await response.json()) as Problem;

test("a file becomes customers: checked, one first, then the rest, each with its job, its customer and a receipt", async () => {
  it.addCustomers({ companyName: "Old", adminUser: { email: "old@a.example" } });
  const content = [
    "Firma;E-Mail;Tarif;Laufzeit;Seats;Note",
    "Äpfel & Söhne;a@a.example;Essential;12 months;12;one",
    "'=Formula Ltd;f@a.example;PROFESSIONAL;12 Months;;two",
    "Third;t@a.example;essential;monthly;3;",
  ].join("\r\n");
  const uploaded = await it.upload(content, "?fileName=neue%20kunden.csv");
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
  const proposed = await it.columns(importID);
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
  // A column that is not used has to be confirmed.
  const incomplete = await it.step(importID, "map", { columns, values });
  expect([incomplete.status, (await problemOf(incomplete)).errors]).toEqual([
    400,
    [{ field: "columns.Note", message: "is not named: say what it is, or ignore" }],
  ]);
  const mapped = await it.step(importID, "map", {
    columns: { ...columns, Note: "ignore" },
    values,
    saveAs: "Neue Kunden",
  });
  expect(importAnswerSchema.parse(await mapped.json()).import.state).toBe("mapped");
  await it.step(importID, "check");
  const { import: checked, rows } = await it.until(importID, "checked");
  expect(states(rows)).toEqual(["ready", "ready", "ready"]);
  expect(checked.counts).toMatchObject({ rows: 3, ready: 3, errors: 0, warnings: 0 });
  expect(names()).toEqual(["Old"]);

  const first = await it.started(importID, { first: 2 });
  expect(first.import).toMatchObject({
    state: "first-done",
    counts: { created: 1, ready: 2 },
    first: { state: "created" },
  });
  expect(names()).toEqual(["Old", "=Formula Ltd"]);
  await it.step(importID, "resume", { to: "running" });
  const { import: finished, rows: done } = await it.until(importID, "finished");
  expect(finished.counts).toMatchObject({ rows: 3, created: 3, ready: 0, waiting: 0 });
  expect(it.api.customers.map(({ body }) => body)).toEqual([
    expect.anything(),
    expect.objectContaining({ companyName: "=Formula Ltd", plan: "professional", term: "12-months" }),
    ...[
      {
        companyName: "Äpfel & Söhne",
        plan: "essential",
        term: "12-months",
        usersCount: 12,
        adminUser: { email: "a@a.example" },
      },
      { companyName: "Third", plan: "essential", term: "monthly", usersCount: 3, adminUser: { email: "t@a.example" } },
    ],
  ]);
  for (const row of done)
    expect(row).toMatchObject({ outcome: "done", customerID: expect.any(String), jobID: expect.any(String) });
  const list = await it.console.send("GET", `/api/sandbox/operations?bulkID=${importID}`, { cookie: it.editor });
  const { operations } = operationListSchema.parse(await list.json());
  expect(operations.map((operation) => [operation.importID, operation.bulkID])).toEqual(
    Array(3).fill([importID, undefined]),
  );

  const receipts = await it.console.send("GET", `/api/sandbox/imports/${importID}/receipts`, { cookie: it.editor });
  const [head = "", , second = ""] = (await receipts.text()).split("\r\n");
  expect(head).toContain("Firma,E-Mail,Tarif,Laufzeit,Seats,Note,import line,import result");
  expect(second).toMatch(/^'=Formula Ltd,f@a\.example,PROFESSIONAL,12 Months,,two,3,created,,[\w-]{36},/);

  const actions = (await readAudit(it.console.databaseUrl)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith("import"))).toEqual([
    ...[
      "import.created",
      "import.changed",
      "import-mapping.saved",
      "import.continued",
      "import.started",
      "import.continued",
    ],
  ]);
  const audit = JSON.stringify(await readAudit(it.console.databaseUrl));
  const logged = it.console.logLines.join("\n");
  for (const word of ["12 Months", "E-Mail", "neue kunden"]) {
    expect(audit).not.toContain(word);
    expect(logged).not.toContain(word);
  }
});

describe("the check", () => {
  test("names every mistake with its column, and corrections are checked at once", async () => {
    const content = [
      "company,email,plan,term,users",
      ",a@a.example,essential,monthly,1",
      "No mail,,essential,monthly,1",
      "Bad mail,nobody,essential,monthly,1",
      "Bad plan,b@a.example,gold,monthly,1",
      "Bad users,c@a.example,essential,monthly,-1",
      "Short,d@a.example,essential",
      "Long, Inc.,e@a.example,essential,monthly,1",
      `"Two\nlines",f@a.example,essential,monthly,1`,
      `${"x".repeat(201)},g@a.example,essential,monthly,1`,
      "Good,h@a.example,essential,monthly,",
      "Hardware,,hardware-only,monthly,1",
    ].join("\n");
    const { import: checked, rows } = await it.checked(content);
    expect(states(rows)).toEqual([...["error", "ready", ...Array(7).fill("error")], "ready", "ready"]);
    expect(issuesOf(rows[0])).toEqual([["error", "company", "The company’s name is missing."]]);
    expect(issuesOf(rows[1])).toEqual([["warning", "email", expect.stringContaining("e-mail is missing")]]);
    expect(issuesOf(rows[2])).toEqual([["error", "email", "The administrator’s e-mail must be an e-mail address."]]);
    expect(issuesOf(rows[3])).toEqual([["error", "plan", expect.stringContaining("not known as a plan")]]);
    expect(issuesOf(rows[4])).toEqual([["error", "users", "The number of users must be a whole number."]]);
    expect(issuesOf(rows[5])?.[0]).toEqual([
      "error",
      "term",
      "Line 7, column 4 (term): The row has 3 cells, and the file has 5 columns.",
    ]);
    expect(issuesOf(rows[6])?.[0]?.[2]).toContain("Line 8, column 6: The row has 6 cells");
    expect(issuesOf(rows[7])?.[0]?.[2]).toContain("Line 9, column 1 (company): The cell has a line break");
    expect(issuesOf(rows[8])?.[0]?.[2]).toContain("200 characters or less");
    expect(checked.counts).toMatchObject({ rows: 11, errors: 8, ready: 3, warnings: 1 });
    const correct = async (position: number, cells: object) => {
      const response = await it.step(checked.importID, "rows", { rows: [{ position, cells }] });
      expect(response.status, await response.clone().text()).toBe(200);
      const answer = (await response.json()) as { rows: ImportRow[] };
      return answer.rows[0];
    };
    expect(await correct(1, { company: "Named" })).toMatchObject({ state: "pending", corrected: true, issues: [] });
    expect(await correct(3, { email: "still" })).toMatchObject({ state: "error", corrected: true });
    expect(
      await correct(7, { company: "Long, Inc.", email: "e@a.example", plan: "essential", term: "monthly", users: "1" }),
    ).toMatchObject({
      ...{ state: "pending", cells: ["Long, Inc.", "e@a.example", "essential", "monthly", "1"] },
    });
    expect(await correct(8, { company: "Two\u0007" })).toMatchObject({ state: "error" });
    // What is not checked as it is now keeps everything from being started.
    const { digest } = (await it.read(checked.importID)).import;
    const early = await it.step(checked.importID, "start", { digest, acceptWarnings: true });
    expect((await problemOf(early)).errors).toEqual([
      { field: "rows", message: "2 rows are not checked as they are now" },
    ]);
    await it.step(checked.importID, "check");
    const again = await it.until(checked.importID, "checked");
    expect(again.import.counts).toMatchObject({ errors: 6, ready: 5, pending: 0 });
    const unread = await it.step(checked.importID, "start", { digest: again.import.digest });
    expect((await problemOf(unread)).errors).toEqual([{ field: "acceptWarnings", message: "1 rows have warnings" }]);
    const stale = await it.step(checked.importID, "start", { digest, acceptWarnings: true });
    expect([stale.status, (await problemOf(stale)).code]).toEqual([409, "import_moved"]);
    const { import: finished } = await it.ran(checked.importID);
    expect(finished.counts).toMatchObject({ rows: 11, created: 5, errors: 6 });
    const failed = await it.console.send("GET", `/api/sandbox/imports/${checked.importID}/receipts?only=failed`, {
      cookie: it.editor,
    });
    const text = await failed.text();
    expect(text.split("\r\n")[0]).toBe("company,email,plan,term,users");
    // It is a file like any other, with the corrections in it.
    const next = await it.checked(text);
    expect(next.rows.map(({ cells }) => cells?.[0])).toEqual([
      "Bad mail",
      "Bad plan",
      "Bad users",
      "Short",
      "Two ",
      "x".repeat(201),
    ]);
  });

  test("finds the same and similar customers, in the file, among operations and in the API", async () => {
    it.addCustomers(
      { companyName: "Same GmbH", adminUser: { email: "same@a.example" } },
      { companyName: "Similar Ltd.", adminUser: { email: "other@a.example" } },
      { companyName: "Someone", adminUser: { email: "shared@a.example" } },
    );
    let isHanging = true;
    it.api.script(({ method }) => (method === "POST" && isHanging ? { effect: "no", answer: "reset" } : undefined));
    const lost = await it.create({
      companyName: "Lost",
      plan: "essential",
      term: "monthly",
      adminUser: { email: "lost@a.example" },
    });
    expect(lost.status).toBe(202);
    isHanging = false;
    const made = {
      companyName: "Made here",
      plan: "essential",
      term: "monthly",
      adminUser: { email: "made@a.example" },
    };
    await it.looked(
      ((await (await it.create(made)).json()) as { operation: { operationID: string } }).operation.operationID,
    );
    const content = [
      "companyName,email,plan,term",
      "Same  GmbH,SAME@a.example,essential,monthly",
      "The Similar Company,new@a.example,essential,monthly",
      "Nobody,shared@a.example,essential,monthly",
      "Lost,lost@a.example,essential,monthly",
      "Made here,made@a.example,essential,monthly",
      "New,new1@a.example,essential,monthly",
      "New,new1@a.example,professional,monthly",
      "NEW Inc,new2@a.example,essential,monthly",
    ].join("\n");
    const { import: checked, rows } = await it.checked(content);
    expect(states(rows)).toEqual(["same", "similar", "ready", "same", "same", "ready", "same", "similar"]);
    expect(rows[0]).toMatchObject({ customerID: it.api.customers[0]?.customerID, candidates: [{ match: "same" }] });
    expect(rows[1]?.candidates).toMatchObject([{ kind: "customer", companyName: "Similar Ltd.", match: "name" }]);
    expect(issuesOf(rows[2])).toEqual([["warning", undefined, "A customer has the same e-mail address: Someone."]]);
    expect(rows[3]).toMatchObject({
      operationID: expect.any(String),
      candidates: [{ kind: "operation", match: "same" }],
    });
    expect(rows[6]?.reason).toBe("Line 7 has the same name and e-mail address.");
    expect(rows[7]?.candidates).toMatchObject([{ kind: "row", id: "7", match: "name" }]);
    const { digest } = checked;
    const undecided = await it.step(checked.importID, "start", { digest, acceptWarnings: true });
    expect((await problemOf(undecided)).errors[0]?.message).toBe("2 rows resemble others and are not decided about");
    await it.step(checked.importID, "rows", { rows: [{ position: 2, decision: "create" }] });
    await it.step(checked.importID, "rows", { skipUndecided: true });
    expect(states((await it.read(checked.importID)).rows)).toEqual([
      ...["same", "ready", "ready", "same", "same", "ready", "same", "skipped"],
    ]);
    const { import: finished } = await it.ran(checked.importID);
    expect(finished.counts).toMatchObject({ rows: 8, created: 3, skipped: 5 });
  });

  test("that cannot compare with the API says so as a warning, and calls nothing new", async () => {
    it.api.script(({ method, path }) =>
      method === "GET" && path === "/customers" ? { effect: "no", answer: { status: 404 } } : undefined,
    );
    const { import: checked, rows } = await it.checked(fileOf(["One", "Two"]), {
      values: { plan: { essential: "essential" }, term: { monthly: "monthly" } },
    });
    expect(checked.incomplete).toContain("could not finish");
    expect(
      rows.every(({ issues }) =>
        issues.some(({ level, message }) => level === "warning" && message.includes("could not finish")),
      ),
    ).toBe(true);
  });
});

describe("a reference", () => {
  const file = (...lines: string[]) => ["companyName,email,plan,term,reference", ...lines].join("\n");

  test("keeps a corrected file from creating a customer twice, and lets what failed be tried again", async () => {
    let isRefusing = true;
    it.api.script(({ method, body }) =>
      isRefusing && method === "POST" && body.companyName === "Bad"
        ? { effect: "no", answer: { status: 422 } }
        : undefined,
    );
    const first = await it.checked(
      file("Good,g@a.example,essential,monthly,R-1", "Bad,b@a.example,essential,monthly,R-2"),
    );
    const { import: ended } = await it.ran(first.import.importID);
    expect(ended.counts).toMatchObject({ created: 1, failed: 1 });
    isRefusing = false;
    const corrected = await it.checked(
      file("Good renamed,g2@a.example,professional,monthly,R-1", "Bad,b@a.example,essential,monthly,R-2"),
    );
    expect(states(corrected.rows)).toEqual(["same", "ready"]);
    const { import: again } = await it.ran(corrected.import.importID);
    expect(again.counts).toMatchObject({ skipped: 1, created: 1 });
    expect(names()).toEqual(["Good", "Bad"]);
  });

  test("twice in one file is a mistake of both rows", async () => {
    const { rows } = await it.checked(
      file("One,o@a.example,essential,monthly,R-1", "Two,t@a.example,essential,monthly,R-1"),
    );
    expect(rows.map((row) => issuesOf(row)?.[0]?.[2])).toEqual([
      "Line 3 has the same reference.",
      "Line 2 has the same reference.",
    ]);
  });

  test("that another import has used meanwhile creates nothing a second time", async () => {
    const one = await it.checked(file("One,o@a.example,essential,monthly,R-9"));
    const two = await it.checked(
      file("One!,o2@a.example,essential,monthly,R-9", "Two,t@a.example,essential,monthly,R-8"),
      {},
    );
    await it.ran(one.import.importID);
    const ended = await it.ran(two.import.importID);
    expect(states(ended.rows)).toEqual(["same", "created"]);
    expect(names()).toEqual(["One", "Two"]);
  });
});

describe("the limits", () => {
  test("the same file again is refused and names the earlier import; a cancelled one that sent nothing is forgotten", async () => {
    const content = fileOf(["One"]);
    const first = importAnswerSchema.parse(await (await it.upload(content)).json()).import;
    const again = await it.upload(content);
    const problem = await problemOf(again);
    expect([again.status, problem.code, problem.errors]).toEqual([
      ...[409, "same_file", [{ field: "importID", message: first.importID }]],
    ]);
    await it.step(first.importID, "cancel");
    expect((await it.upload(content)).status).toBe(201);
  });

  test("a person has three unfinished imports at most, and an environment one that creates", async () => {
    const runs = await it.checked(fileOf(["One", "Two"]));
    const waits = await it.checked(fileOf(["Three", "Four"]));
    expect((await it.upload(fileOf(["Five"]))).status).toBe(201);
    const fourth = await it.upload(fileOf(["Six"]));
    expect([fourth.status, (await problemOf(fourth)).code]).toEqual([409, "too_many_imports"]);
    await it.started(runs.import.importID);
    const refused = await it.step(waits.import.importID, "start", { digest: waits.import.digest });
    expect([refused.status, (await problemOf(refused)).code]).toEqual([409, "too_many_imports"]);
    await it.step(runs.import.importID, "cancel");
    const { import: cancelled } = await it.read(runs.import.importID);
    expect(cancelled.counts).toMatchObject({ rows: 2, created: 1, cancelled: 1 });
    expect((await it.ran(waits.import.importID)).import.counts.created).toBe(2);
  });

  test("a file is read again in another encoding and with another separator by choice", async () => {
    const bytes = Buffer.from(
      "companyName|email|plan|term\nM\u00fcller, Söhne|m@a.example|essential|monthly",
      "latin1",
    );
    const refused = await it.upload(bytes);
    expect((await problemOf(refused)).detail).toContain("This is not UTF-8");
    const kept = importAnswerSchema.parse(
      await (await it.upload(bytes, "?encoding=windows-1252&delimiter=,")).json(),
    ).import;
    expect(kept.columns).toHaveLength(1);
    const read = await it.step(kept.importID, "map", { delimiter: "|" });
    const { import: reread } = importAnswerSchema.parse(await read.json());
    expect(reread).toMatchObject({
      columns: ["companyName", "email", "plan", "term"],
      encoding: "windows-1252",
      delimiter: "|",
    });
    expect((await it.columns(kept.importID)).rows[0]?.cells[0]).toBe("Müller, Söhne");
  });

  test("what is too large or no CSV is refused before it is kept", async () => {
    expect((await it.upload("x".repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
    const json = await it.console.send("POST", "/api/sandbox/imports", { body: {}, cookie: it.editor });
    expect(json.status).toBe(415);
    const unsafe = await it.upload("__proto__,plan\n1,2");
    expect((await problemOf(unsafe)).detail).toContain("cannot have this name");
  });
});

test("each step of a person is in the audit log, with what it changed and nothing of the file", async () => {
  const { import: checked } = await it.checked(fileOf(["One", "Two"]));
  const { importID } = checked;
  await it.step(importID, "rows", { rows: [{ position: 1, cells: { companyName: "Corrected" } }] });
  await it.step(importID, "check");
  await it.until(importID, "checked");
  await it.started(importID);
  await it.step(importID, "resume", { to: "running" });
  await it.step(importID, "pause");
  await it.step(importID, "cancel");
  await it.console.send("GET", `/api/sandbox/imports/${importID}/receipts`, { cookie: it.editor });
  const events = (await readAudit(it.console.databaseUrl)).filter(({ target }) => target?.id === importID);
  const actions = events.map(({ action }) => action);
  expect(actions.slice(0, 6)).toEqual([
    ...["import.created", "import.changed", "import.continued", "import.changed", "import.continued", "import.started"],
  ]);
  // The rest may have been over before it was paused.
  expect(actions[6]).toBe("import.continued");
  expect(events[3]?.after).toEqual({ corrected: 1, decided: 1, positions: [1] });
  expect(JSON.stringify(events)).not.toContain("Corrected");
  const exported = (await readAudit(it.console.databaseUrl)).findLast(({ action }) => action === "export.started");
  expect(exported?.after).toMatchObject({ what: "import receipts", importID });
});

test("a saved mapping is proposed for a file with the same columns, and can be removed", async () => {
  const head = "Kunde A,Adresse B,Plan,Term";
  const file = (name: string) => `${head}\n${name},${name}@a.example,Gold,monthly`;
  const columns = { "Kunde A": "companyName", "Adresse B": "adminUser.email", Plan: "plan", Term: "term" };
  const first = importAnswerSchema.parse(await (await it.upload(file("one"))).json()).import;
  await it.step(first.importID, "map", { columns, values: { plan: { Gold: "professional" } }, saveAs: "Gold list" });
  const second = importAnswerSchema.parse(await (await it.upload(file("two"))).json()).import;
  const proposed = await it.columns(second.importID);
  expect(proposed.savedAs).toBe("Gold list");
  expect(proposed.columns.map(({ field, by }) => [field, by])).toEqual(
    Object.values(columns).map((field) => [field, "saved"]),
  );
  expect(proposed.values.Plan?.plan[0]).toMatchObject({ value: "Gold", means: "professional", by: "saved" });
  const list = () => it.console.send("GET", "/api/sandbox/import-mappings", { cookie: it.editor });
  const { mappings } = (await (await list()).json()) as { mappings: { mappingID: string; name: string }[] };
  expect(mappings.map(({ name }) => name)).toEqual(["Gold list"]);
  const path = `/api/sandbox/import-mappings/${mappings[0]?.mappingID}`;
  expect((await it.console.send("DELETE", path, { cookie: it.editor })).status).toBe(204);
  expect((await it.console.send("DELETE", path, { cookie: it.editor })).status).toBe(404);
});
