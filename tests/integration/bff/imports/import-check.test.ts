import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#lib/contract/errors.ts";
import { type ImportRow, importAnswerSchema } from "#lib/contract/operations/imports.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf, type ImportConsole, startImportConsole } from "#tests/fixtures/imports/import-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

let importConsole: ImportConsole;

beforeEach(async () => {
  importConsole = await startImportConsole({
    clock: createFastClock(8, 1),
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "otto@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
    ],
  });
});

afterEach(() => importConsole.close());

const states = (rows: readonly ImportRow[]) => rows.map(({ state }) => state);
const issuesOf = (row: ImportRow | undefined) =>
  row?.issues.map(({ level, column, message }) => [level, column, message]);
const names = () => importConsole.api.customers.map(({ body }) => body.companyName);
const problemOf = async (response: Response) => (await response.json()) as Problem;

describe("the check of an import", () => {
  test("the check names every mistake with its column, and checks corrections at once", async () => {
    const content = [
      "company,email,plan,term,users",
      ",a@a.example,essential,monthly,1",
      "No mail,,essential,monthly,1",
      "Bad mail,müller@kunde33,essential,monthly,1",
      "Bad plan,b@a.example,gold,monthly,1",
      "Bad users,c@a.example,essential,monthly,-1",
      "Short,d@a.example,essential",
      "Long, Inc.,e@a.example,essential,monthly,1",
      `"Two\nlines",f@a.example,essential,monthly,1`,
      `${"x".repeat(201)},g@a.example,essential,monthly,1`,
      "Good,h@a.example,essential,monthly,",
      "Hardware,,hardware-only,monthly,1",
    ].join("\n");
    const { import: checked, rows } = await importConsole.checked(content);
    expect(states(rows)).toEqual(["error", "ready", ...Array(7).fill("error"), "ready", "ready"]);
    expect(issuesOf(rows[0])).toEqual([["error", "company", "The company's name is missing."]]);
    expect(issuesOf(rows[1])).toEqual([["warning", "email", expect.stringContaining("e-mail is missing")]]);
    expect(issuesOf(rows[2])).toEqual([["error", "email", "The administrator's e-mail must be an e-mail address."]]);
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
    const shown = async (query: string) =>
      (await importConsole.read(checked.importID, `limit=100&${query}`)).rows.map(({ position }) => position);
    expect(await shown("warnings=true")).toEqual([2]);
    expect(await shown("state=error,cancelled&warnings=true")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const correct = async (position: number, cells: object) => {
      const response = await importConsole.step(checked.importID, "rows", { rows: [{ position, cells }] });
      expect(response.status, await response.clone().text()).toBe(200);
      const answer = (await response.json()) as { rows: ImportRow[] };
      return answer.rows[0];
    };
    expect(await correct(1, { company: "Named" })).toMatchObject({ state: "pending", corrected: true, issues: [] });
    expect(await correct(3, { email: "still" })).toMatchObject({ state: "error", corrected: true });
    expect(
      await correct(7, { company: "Long, Inc.", email: "e@a.example", plan: "essential", term: "monthly", users: "1" }),
    ).toMatchObject({
      state: "pending",
      cells: ["Long, Inc.", "e@a.example", "essential", "monthly", "1"],
    });
    expect(await correct(8, { company: "Two\u0007" })).toMatchObject({ state: "error" });
    // If rows were changed after the check, the import cannot be started.
    const { digest } = (await importConsole.read(checked.importID)).import;
    const early = await importConsole.step(checked.importID, "start", { digest, acceptWarnings: true });
    expect((await problemOf(early)).errors).toEqual([
      { field: "rows", message: "2 rows are not checked as they are now" },
    ]);
    await importConsole.step(checked.importID, "check");
    const again = await importConsole.until(checked.importID, "checked");
    expect(again.import.counts).toMatchObject({ errors: 6, ready: 5, pending: 0 });
    const unread = await importConsole.step(checked.importID, "start", { digest: again.import.digest });
    expect((await problemOf(unread)).errors).toEqual([{ field: "acceptWarnings", message: "1 rows have warnings" }]);
    const stale = await importConsole.step(checked.importID, "start", { digest, acceptWarnings: true });
    expect([stale.status, (await problemOf(stale)).code]).toEqual([409, "run_moved"]);
    const { import: finished } = await importConsole.ran(checked.importID);
    expect(finished.counts).toMatchObject({ rows: 11, created: 5, errors: 6 });
    const failed = await importConsole.console.send(
      "GET",
      `/api/sandbox/imports/${checked.importID}/receipts?only=failed`,
      {
        cookie: importConsole.editor,
      },
    );
    const text = await failed.text();
    const [head, badMail] = text.split("\r\n");
    expect(head).toBe("company,email,plan,term,users,import reason");
    expect(badMail).toBe("Bad mail,still,essential,monthly,1,The administrator's e-mail must be an e-mail address.");
    // The result is an ordinary file with the corrections. The column with the reasons needs no mapping.
    const next = await importConsole.checked(text);
    expect(next.rows.map(({ cells }) => cells?.[0])).toEqual([
      "Bad mail",
      "Bad plan",
      "Bad users",
      "Short",
      "Two ",
      "x".repeat(201),
    ]);
  });

  test("the check finds the same and similar customers in the file, among operations and in the API", async () => {
    importConsole.addCustomers(
      { companyName: "Same GmbH", adminUser: { email: "same@a.example" } },
      { companyName: "Similar Ltd.", adminUser: { email: "other@a.example" } },
      { companyName: "Someone", adminUser: { email: "shared@a.example" } },
    );
    let isHanging = true;
    importConsole.api.script(({ method }) =>
      method === "POST" && isHanging ? { effect: "no", answer: "reset" } : undefined,
    );
    const lost = await importConsole.create({
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
    await importConsole.looked(
      ((await (await importConsole.create(made)).json()) as { operation: { operationID: string } }).operation
        .operationID,
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
    const { import: checked, rows } = await importConsole.checked(content);
    expect(states(rows)).toEqual(["same", "similar", "ready", "same", "same", "ready", "same", "similar"]);
    expect(rows[0]).toMatchObject({
      customerID: importConsole.api.customers[0]?.customerID,
      candidates: [{ match: "same" }],
    });
    expect(rows[1]?.candidates).toMatchObject([{ kind: "customer", companyName: "Similar Ltd.", match: "name" }]);
    expect(issuesOf(rows[2])).toEqual([["warning", undefined, "A customer has the same e-mail address: Someone."]]);
    expect(rows[3]).toMatchObject({
      operationID: expect.any(String),
      candidates: [{ kind: "operation", match: "same" }],
    });
    expect(rows[6]?.reason).toBe("Line 7 has the same name and e-mail address.");
    expect(rows[7]?.candidates).toMatchObject([{ kind: "row", id: "7", match: "name" }]);
    const { digest } = checked;
    const undecided = await importConsole.step(checked.importID, "start", { digest, acceptWarnings: true });
    expect((await problemOf(undecided)).errors[0]?.message).toBe("2 rows resemble others and are not decided about");
    await importConsole.step(checked.importID, "rows", { rows: [{ position: 2, decision: "create" }] });
    await importConsole.step(checked.importID, "rows", { skipUndecided: true });
    expect(states((await importConsole.read(checked.importID)).rows)).toEqual([
      "same",
      "ready",
      "ready",
      "same",
      "same",
      "ready",
      "same",
      "skipped",
    ]);
    const { import: finished } = await importConsole.ran(checked.importID);
    expect(finished.counts).toMatchObject({ rows: 8, created: 3, skipped: 5 });
  });

  test("a check that cannot compare with the API warns about this, and marks no row as new", async () => {
    importConsole.api.script(({ method, path }) =>
      method === "GET" && path === "/customers" ? { effect: "no", answer: { status: 404 } } : undefined,
    );
    const { import: checked, rows } = await importConsole.checked(fileOf(["One", "Two"]), {
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

describe("all rows with a fault", () => {
  const content = [
    "company;email;plan;term;users",
    "First;first@a.example;;monthly;1",
    "Second;second@a.example;;monthly;1",
    "Old;old@a.example;;monthly;1",
    "Umlaut;müller@a.example;essential;monthly;1",
    "No mail;nomail;essential;monthly;1",
    "Short;short@a.example",
    "Good;good@a.example;essential;monthly;1",
  ].join("\n");

  test("all rows with a fault are skipped or get one value, and are compared again before anything is sent", async () => {
    importConsole.addCustomers({ companyName: "Old", adminUser: { email: "old@a.example" } });
    const { import: checked } = await importConsole.checked(content);
    const { importID } = checked;
    const faults = async () => (await importConsole.read(importID)).faults;
    expect(await faults()).toEqual([
      { level: "error", fault: "missing", column: "plan", rows: 4 },
      { level: "error", fault: "missing", column: "term", rows: 1 },
      { level: "error", fault: "invalid", column: "email", rows: 1 },
      { level: "error", fault: "unreadable", column: "plan", rows: 1 },
      { level: "warning", fault: "doubtful-email", column: "email", rows: 1 },
    ]);
    const decide = (ofFault: object) => importConsole.step(importID, "rows", { ofFault });
    const plan = { level: "error", fault: "missing", column: "plan" };
    const unreadable = { level: "error", fault: "unreadable", column: "plan", rows: 1 };
    const doubtful = { level: "warning", fault: "doubtful-email", column: "email", rows: 1 };

    const moved = await decide({ ...plan, rows: 5, set: "essential" });
    expect([moved.status, (await problemOf(moved)).code]).toEqual([409, "run_moved"]);
    const name = await decide({ ...doubtful, column: "company", set: "One name" });
    expect((await problemOf(name)).errors[0]?.field).toBe("ofFault.set");
    const both = await decide({ ...plan, rows: 4, set: "essential", leaveOut: true });
    expect((await problemOf(both)).errors[0]?.message).toBe("must have either leaveOut or set");

    expect((await decide({ ...plan, rows: 4, set: "essential" })).status).toBe(200);
    // A row with errors was never compared with the customers, so it is "pending" now, not "ready". An error in the
    // file itself remains.
    const statesNow = async () => states((await importConsole.read(importID)).rows);
    expect(await statesNow()).toEqual(["pending", "pending", "pending", "ready", "error", "error", "ready"]);
    await decide({ ...unreadable, leaveOut: true });
    await decide({ ...doubtful, leaveOut: true });
    expect(await statesNow()).toEqual(["pending", "pending", "pending", "skipped", "error", "skipped", "ready"]);
    expect((await importConsole.read(importID)).import.counts).toMatchObject({ errors: 1, skipped: 2, warnings: 0 });

    // A person can undo the decision to skip a row.
    await importConsole.step(importID, "rows", { rows: [{ position: 6, decision: null }] });
    expect((await statesNow())[5]).toBe("error");
    await decide({ ...unreadable, leaveOut: true });

    await importConsole.step(importID, "check");
    await importConsole.until(importID, "checked");
    expect(await statesNow()).toEqual(["ready", "ready", "same", "skipped", "error", "skipped", "ready"]);
    expect(await faults()).toEqual([{ level: "error", fault: "invalid", column: "email", rows: 1 }]);
    const { import: finished } = await importConsole.ran(importID);
    expect(finished.counts).toMatchObject({ created: 3, errors: 1, skipped: 3 });
    expect(importConsole.api.customers.map(({ body }) => [body.companyName, body.plan])).toEqual([
      ["Old", undefined],
      ["First", "essential"],
      ["Second", "essential"],
      ["Good", "essential"],
    ]);
    expect((await importConsole.read(importID)).faults).toBeUndefined();

    const changes = (await readAudit(importConsole.console.databaseUrl)).flatMap(({ action, after }) =>
      action === "import.changed" && Object.hasOwn(Object(after), "fault") ? [after] : [],
    );
    expect(changes[0]).toEqual({
      corrected: 4,
      decided: 4,
      fault: "missing",
      isLeftOut: false,
      positions: [1, 2, 3, 6],
    });
    expect(changes[1]).toMatchObject({ corrected: 0, decided: 1, fault: "unreadable", isLeftOut: true });
  });

  test("failed rows can be downloaded like the uploaded file, with the API's own message, and imported again", async () => {
    importConsole.api.script(({ method, body }) =>
      method === "POST" && body.companyName === "Second"
        ? { effect: "no", answer: { status: 422, body: { message: "The name is reserved; choose another." } } }
        : undefined,
    );
    const { import: checked } = await importConsole.checked(content.replaceAll(";;", ";essential;"));
    const { importID } = checked;
    await importConsole.step(importID, "rows", {
      ofFault: { level: "error", fault: "unreadable", column: "plan", rows: 1, leaveOut: true },
    });
    await importConsole.ran(importID);
    const path = `/api/sandbox/imports/${importID}/receipts?only=failed`;
    const failed = await (await importConsole.console.send("GET", path, { cookie: importConsole.editor })).text();
    expect(failed.split("\r\n").slice(0, 3)).toEqual([
      "company;email;plan;term;users;import reason",
      expect.stringMatching(
        /^Second;second@a\.example;essential;monthly;1;".*The name is reserved; choose another\..*"$/,
      ),
      "No mail;nomail;essential;monthly;1;The administrator's e-mail must be an e-mail address.",
    ]);
    importConsole.api.script(() => undefined);
    const again = await importConsole.upload(failed.replace("nomail", "mail@a.example"));
    const { import: next } = importAnswerSchema.parse(await again.json());
    const { columns } = await importConsole.columns(next.importID);
    expect(columns.at(-1)).toMatchObject({ name: "import reason", field: "ignore", by: "name" });
    await importConsole.step(next.importID, "map", {
      columns: Object.fromEntries(columns.map(({ name, field }) => [name, field])),
    });
    await importConsole.step(next.importID, "check");
    await importConsole.until(next.importID, "checked");
    const { import: finished } = await importConsole.ran(next.importID);
    expect(finished.counts).toMatchObject({ rows: 2, created: 2 });
    expect(names()).toContain("Second");
  });
});

describe("a reference in an import", () => {
  const file = (...lines: string[]) => ["companyName,email,plan,term,reference", ...lines].join("\n");

  test("a reference prevents a corrected file from creating a customer twice, and failed rows can be tried again", async () => {
    let isRefusing = true;
    importConsole.api.script(({ method, body }) =>
      isRefusing && method === "POST" && body.companyName === "Bad"
        ? { effect: "no", answer: { status: 422 } }
        : undefined,
    );
    const first = await importConsole.checked(
      file("Good,g@a.example,essential,monthly,R-1", "Bad,b@a.example,essential,monthly,R-2"),
    );
    const { import: ended } = await importConsole.ran(first.import.importID);
    expect(ended.counts).toMatchObject({ created: 1, failed: 1 });
    isRefusing = false;
    const corrected = await importConsole.checked(
      file("Good renamed,g2@a.example,professional,monthly,R-1", "Bad,b@a.example,essential,monthly,R-2"),
    );
    expect(states(corrected.rows)).toEqual(["same", "ready"]);
    const { import: again } = await importConsole.ran(corrected.import.importID);
    expect(again.counts).toMatchObject({ skipped: 1, created: 1 });
    expect(names()).toEqual(["Good", "Bad"]);
  });

  test("a reference also prevents a colleague's corrected file from creating a customer twice", async () => {
    const first = await importConsole.checked(file("Good,g@a.example,essential,monthly,R-1"));
    await importConsole.ran(first.import.importID);
    const colleague = await importConsole.console.signIn("otto@test.example");
    const content = file("Good renamed,g2@a.example,professional,monthly,R-1", "New,n@a.example,essential,monthly,R-2");
    const uploaded = await importConsole.upload(content, "", colleague);
    const { importID } = importAnswerSchema.parse(await uploaded.json()).import;
    const { columns } = await importConsole.columns(importID);
    const fields = Object.fromEntries(columns.map(({ name, field }) => [name, field ?? "ignore"]));
    await importConsole.step(importID, "map", { columns: fields }, colleague);
    await importConsole.step(importID, "check", undefined, colleague);
    const checked = await importConsole.until(importID, "checked");
    expect(states(checked.rows)).toEqual(["same", "ready"]);
    const body = { digest: checked.import.digest, acceptWarnings: true };
    expect((await importConsole.step(importID, "start", body, colleague)).status).toBe(202);
    await importConsole.until(importID, "first-done", "finished");
    expect(names()).toEqual(["Good", "New"]);
  });

  test("a reference that occurs twice in one file is a mistake of both rows", async () => {
    const { rows } = await importConsole.checked(
      file("One,o@a.example,essential,monthly,R-1", "Two,t@a.example,essential,monthly,R-1"),
    );
    expect(rows.map((row) => issuesOf(row)?.[0]?.[2])).toEqual([
      "Line 3 has the same reference.",
      "Line 2 has the same reference.",
    ]);
  });

  test("a reference that another import has used in the meantime creates no second customer", async () => {
    const one = await importConsole.checked(file("One,o@a.example,essential,monthly,R-9"));
    const two = await importConsole.checked(
      file("One!,o2@a.example,essential,monthly,R-9", "Two,t@a.example,essential,monthly,R-8"),
      {},
    );
    await importConsole.ran(one.import.importID);
    const ended = await importConsole.ran(two.import.importID);
    expect(states(ended.rows)).toEqual(["same", "created"]);
    expect(names()).toEqual(["One", "Two"]);
  });
});
