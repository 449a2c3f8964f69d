import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { countFailingSchedules } from "#server/bff/scheduled-exports/export-attention.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import {
  addCustomers,
  createSettableClock,
  exportsPath,
  startExportConsole,
  startFileReceiver,
} from "#tests/fixtures/scheduled-exports/export-console.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))("scheduled exports on $dialect", ({ dialect }) => {
  test("a run makes a CSV file that says what it covers and when it was read, and the audit log has each download", async () => {
    const one = await startExportConsole({ dialect, clock: createSettableClock(Date.now()) });
    addCustomers(one.api, ["=cmd|' /C calc'!A0"]);
    const viewID = await one.addView("edith", "All of them");
    const { scheduleID, owner, may } = await one.schedule("edith", viewID);
    expect(owner.email).toBe("edith@test.example");
    expect(may).toEqual({ change: true, remove: true, takeOver: false, download: true });
    const run = await one.run("edith", scheduleID);
    expect(run).toMatchObject({ state: "done", cause: "manual", missed: 0 });
    expect(run.file).toMatchObject({
      rows: 1,
      coverage: { view: "All of them", expected: 1, count: 1, drifted: false },
    });
    expect(run.file?.name).toMatch(/^all-of-them-sandbox-\d{4}-\d\d-\d\dT\d{4}Z\.csv$/);
    const response = await one.download("edith", scheduleID, run.runID);
    expect(response.headers.get("content-disposition")).toContain(run.file?.name ?? "no file");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(run.file?.sha256);
    const [row, ...others] = parse(bytes, { columns: true, bom: true }) as Record<string, string>[];
    expect(others).toEqual([]);
    expect(row?.companyName).toBe("'=cmd|' /C calc'!A0");
    expect(row?.covers).toBe('View "All of them": customers of sandbox');
    expect(Date.parse(row?.readAt ?? "")).toBeGreaterThan(0);
    // The view is private, so nobody else sees the file. An administrator sees that there is a schedule.
    expect(await one.list("eric")).toEqual([]);
    expect((await one.download("eric", scheduleID, run.runID)).status).toBe(404);
    const [seen] = await one.list("ada");
    expect(seen).toMatchObject({ may: { change: false, remove: true, takeOver: false, download: false } });
    expect([seen?.view.name, seen?.view.query, seen?.runs[0]?.file]).toEqual([undefined, undefined, undefined]);
    expect((await one.download("ada", scheduleID, run.runID)).status).toBe(404);
    expect((await one.send("edith", "DELETE", `${exportsPath}/${scheduleID}/files/${run.runID}`)).status).toBe(204);
    expect((await one.download("edith", scheduleID, run.runID)).status).toBe(404);
    const events = await one.audit();
    expect(events.map(({ action, actor }) => [action, actor.email ?? actor.kind])).toEqual([
      ["scheduled-export.file-removed", "edith@test.example"],
      ["scheduled-export.downloaded", "edith@test.example"],
      ["scheduled-export.finished", "console"],
      ["scheduled-export.started", "edith@test.example"],
      ["scheduled-export.created", "edith@test.example"],
    ]);
    expect(JSON.stringify(events) + one.console.logLines.join("")).not.toContain("calc");
  });

  test("a filter that the API lacks finds customers that Switchboard has never read, and erasing removes all files", async () => {
    const one = await startExportConsole({ dialect, clock: createSettableClock(Date.now()) });
    const [customerID = ""] = addCustomers(one.api, ["Acme", "Other"]);
    for (const { body, contract } of one.api.customers) if (body.companyName === "Other") contract.plan = "enterprise";
    const viewID = await one.addView("edith", "Essential", true, "window=all&plan=essential");
    const { scheduleID } = await one.schedule("edith", viewID, { format: "json" });
    const run = await one.run("edith", scheduleID);
    const file: unknown = await (await one.download("vera", scheduleID, run.runID)).json();
    expect(file).toMatchObject({
      environment: "sandbox",
      covers: 'View "Essential": customers of sandbox, with plan=essential',
      view: { viewID, name: "Essential" },
      run: { runID: run.runID },
      customers: [{ companyName: "Acme", readAt: expect.stringMatching(/Z$/) }],
      complete: true,
      count: 1,
      drifted: false,
    });
    const all = await one.schedule("edith", await one.addView("edith", "All"), { format: "json" });
    expect((await one.run("edith", all.scheduleID)).file?.rows).toBe(2);
    expect((await one.erase(customerID)).status).toBe(204);
    expect((await one.download("vera", scheduleID, run.runID)).status).toBe(404);
    const [{ runs: [removed] = [] } = {}] = await one.list("vera");
    expect(removed?.file?.removed?.why).toBe("erasure");
    // The API still has the customer, so a later file must leave it out.
    await one.send("edith", "POST", `${exportsPath}/${all.scheduleID}/run`);
    expect((await one.ended("edith", all.scheduleID, 2)).file).toMatchObject({ rows: 1, coverage: { erased: 1 } });
  });

  test("a file of a private view stays with the owner after the schedule got a shared view", async () => {
    const one = await startExportConsole({ dialect, clock: createSettableClock(Date.now()) });
    addCustomers(one.api, ["Acme"]);
    const { scheduleID } = await one.schedule("edith", await one.addView("edith", "Secret plan"));
    const { runID } = await one.run("edith", scheduleID);
    const viewID = await one.addView("edith", "All", true);
    expect((await one.send("edith", "PATCH", `${exportsPath}/${scheduleID}`, { viewID })).status).toBe(200);
    const [seen] = await one.list("vera");
    expect(seen).toMatchObject({ view: { name: "All" }, may: { download: true } });
    expect(JSON.stringify(seen)).not.toMatch(/secret.plan/iu);
    expect((await one.download("vera", scheduleID, runID)).status).toBe(404);
    expect((await one.download("edith", scheduleID, runID)).status).toBe(200);
    await one.send("edith", "POST", `${exportsPath}/${scheduleID}/run`);
    const next = await one.ended("vera", scheduleID, 2);
    expect((await one.download("vera", scheduleID, next.runID)).status).toBe(200);
  });

  test("a person who takes a schedule over does not see the files of the earlier owner's private view", async () => {
    const clock = createSettableClock(Date.now());
    const one = await startExportConsole({ dialect, clock });
    addCustomers(one.api, ["Acme"]);
    const { scheduleID, nextAt = "" } = await one.schedule("edith", await one.addView("edith", "Secret plan"));
    const { runID: ofPrivate } = await one.run("edith", scheduleID);
    const run = async (count: number) => {
      await one.send("edith", "POST", `${exportsPath}/${scheduleID}/run`);
      return (await one.ended("edith", scheduleID, count)).runID;
    };
    // The view becomes shared only after this file was made.
    const viewID = await one.addView("edith", "Plans");
    await one.send("edith", "PATCH", `${exportsPath}/${scheduleID}`, { viewID });
    const beforeSharing = await run(2);
    const change = { name: "Plans", query: "window=all", shared: true };
    expect((await one.send("edith", "PATCH", `/api/views/${viewID}`, change)).status).toBe(200);
    const shared = await run(3);
    await one.changeStaff("edith", { environments: ["production"] });
    // The schedule notices the lost right only when it runs. The sessions end before that time.
    clock.set(Date.parse(nextAt) + 5_000);
    for (const who of ["vera", "ada"] as const) await one.signIn(who);
    await one.ended("vera", scheduleID, 4);
    expect((await one.send("vera", "POST", `${exportsPath}/${scheduleID}/take-over`)).status).toBe(200);
    const statuses = async (who: "vera" | "edith" | "ada") =>
      Promise.all(
        [ofPrivate, beforeSharing, shared].map(async (id) => (await one.download(who, scheduleID, id)).status),
      );
    expect(await statuses("vera")).toEqual([404, 404, 200]);
    expect(await statuses("ada")).toEqual([404, 404, 200]);
    const [seen] = await one.list("vera");
    expect(seen).toMatchObject({ owner: { email: "vera@test.example" }, may: { change: true, download: true } });
    expect(seen?.runs.map(({ file }) => file?.coverage.view)).toEqual([undefined, "Plans", undefined, undefined]);
    // The earlier owner sees their own files again after the right is back.
    await one.changeStaff("edith", { environments: ["production", "sandbox"] });
    await one.signIn("edith");
    expect(await statuses("edith")).toEqual([200, 200, 200]);
  });

  test("a schedule runs at its time, and gets one run for all times that it has missed", async () => {
    const clock = createSettableClock(Date.parse("2026-11-27T06:59:00Z"));
    const one = await startExportConsole({ dialect, clock });
    addCustomers(one.api, ["Acme"]);
    const { scheduleID, nextAt } = await one.schedule("edith", await one.addView("edith", "All"));
    expect(nextAt).toBe("2026-11-27T07:00:00.000Z");
    clock.set(Date.parse("2026-11-27T07:00:05Z"));
    expect(await one.ended("edith", scheduleID, 1)).toMatchObject({ cause: "due", dueAt: nextAt, missed: 0 });
    clock.set(Date.parse("2026-11-30T12:00:00Z"));
    await one.signIn("edith");
    const late = await one.ended("edith", scheduleID, 2);
    expect(late).toMatchObject({ cause: "late", dueAt: "2026-11-30T07:00:00.000Z", missed: 2, state: "done" });
    const [schedule] = await one.list("edith");
    expect(schedule).toMatchObject({ nextAt: "2026-12-01T07:00:00.000Z" });
    expect(schedule?.runs).toHaveLength(2);
  });

  test("a schedule stops when its owner loses a right, and a person who may see the view takes it over", async () => {
    const clock = createSettableClock(Date.parse("2026-11-27T06:59:00Z"));
    const one = await startExportConsole({ dialect, clock });
    addCustomers(one.api, ["Acme"]);
    const { scheduleID } = await one.schedule("edith", await one.addView("ada", "All", true));
    const { scheduleID: ofPrivate } = await one.schedule("eric", await one.addView("eric", "Mine"));
    expect((await one.send("vera", "POST", `${exportsPath}/${scheduleID}/take-over`)).status).toBe(403);
    await one.changeStaff("edith", { environments: ["production"] });
    clock.set(Date.parse("2026-11-27T07:00:05Z"));
    const run = await one.ended("vera", scheduleID, 1);
    expect(run).toMatchObject({ state: "failed", problem: { code: "rights_lost" } });
    expect((await one.list("vera"))[0]).toMatchObject({
      state: "stopped",
      stopped: { reason: "edith@test.example is disabled or no longer has access to sandbox." },
      may: { takeOver: true },
    });
    const [item] = await one.attention("vera", 1);
    expect(item).toMatchObject({ kind: "export-stopped", title: "Scheduled export: Every day at 07:00 UTC" });
    expect((await one.send("vera", "POST", `${exportsPath}/${scheduleID}/take-over`)).status).toBe(200);
    expect((await one.run("vera", scheduleID)).state).toBe("done");
    await one.attention("vera", 0);
    expect((await one.list("vera"))[0]).toMatchObject({ state: "active", owner: { email: "vera@test.example" } });
    // A deleted view stops its schedule too, and the file stays with the owner.
    const [{ view, runs } = { view: undefined, runs: [] }] = (await one.list("eric")).filter(
      (schedule) => schedule.scheduleID === ofPrivate,
    );
    expect((await one.send("eric", "DELETE", `/api/views/${view?.viewID}`)).status).toBe(204);
    expect((await one.send("eric", "POST", `${exportsPath}/${ofPrivate}/run`)).status).toBe(202);
    expect(await one.ended("eric", ofPrivate, 2)).toMatchObject({ problem: { message: "The view was deleted." } });
    expect((await one.download("eric", ofPrivate, runs[0]?.runID ?? "")).status).toBe(200);
    expect((await one.audit()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["scheduled-export.taken-over", "scheduled-export.stopped", "scheduled-export.started"]),
    );
  });

  test("files are sent to the endpoint with a signature and again after a failure, and a viewer may not choose this", async () => {
    let answers = 503;
    const receiver = await startFileReceiver(() => answers);
    const clock = createSettableClock(Date.now());
    const one = await startExportConsole({ dialect, variables: receiver.variables, clock, random: () => 0 });
    addCustomers(one.api, ["Ahorn & Söhne"]);
    const viewID = await one.addView("ada", "All", true);
    const refused = { viewID, format: "csv", times: { every: "day", time: "07:00" }, zone: "UTC", sends: true };
    expect((await one.send("vera", "POST", exportsPath, refused)).status).toBe(403);
    const { scheduleID } = await one.schedule("edith", viewID, { sends: true });
    const run = await one.run("edith", scheduleID);
    while (receiver.received.length === 0) await setTimeout(20);
    answers = 204;
    while ((await one.list("edith"))[0]?.runs[0]?.sent?.state !== "sent") await setTimeout(20);
    const last = receiver.received.at(-1);
    expect(receiver.received.every(({ isSigned, id }) => isSigned && id === `export-${run.runID}`)).toBe(true);
    expect(last?.type).toBe("text/csv; charset=utf-8");
    const bytes = Buffer.from(await (await one.download("edith", scheduleID, run.runID)).arrayBuffer());
    expect(last?.body).toBe(bytes.toString());
    expect((await one.audit()).map(({ action }) => action)).toContain("scheduled-export.sent");
  });

  test("a file that the endpoint always refuses delays only later files of its schedule, and pausing withdraws both", async () => {
    let refused: string | undefined;
    const receiver = await startFileReceiver(({ id }) => {
      refused ??= id;
      return id === refused ? 413 : 204;
    });
    const clock = createSettableClock(Date.now());
    const one = await startExportConsole({ dialect, variables: receiver.variables, clock, random: () => 0 });
    addCustomers(one.api, ["Acme"]);
    const viewID = await one.addView("edith", "All", true);
    const { scheduleID } = await one.schedule("edith", viewID, { sends: true });
    const other = await one.schedule("eric", viewID, { sends: true });
    const runsOf = async (id: string) => (await one.list("edith")).find((it) => it.scheduleID === id)?.runs ?? [];
    const first = await one.run("edith", scheduleID);
    while (!(await runsOf(scheduleID))[0]?.sent?.problem) await setTimeout(20);
    await one.send("edith", "POST", `${exportsPath}/${scheduleID}/run`);
    const second = await one.ended("edith", scheduleID, 2);
    const { runID } = await one.run("eric", other.scheduleID);
    while ((await runsOf(other.scheduleID))[0]?.sent?.state !== "sent") await setTimeout(20);
    const attempts = () => receiver.received.filter(({ id }) => id === `export-${first.runID}`).length;
    while (attempts() < 3) await setTimeout(20);
    const sent = new Set(receiver.received.map(({ id }) => id));
    expect(sent).toEqual(new Set([`export-${first.runID}`, `export-${runID}`]));
    expect(await runsOf(scheduleID)).toMatchObject([
      { runID: second.runID, sent: { state: "waiting" } },
      { runID: first.runID, sent: { state: "waiting", problem: "The receiver answered 413." } },
    ]);
    const health = (await (await one.send("ada", "GET", "/api/status")).json()) as { exports?: object };
    expect(health.exports).toMatchObject({ waiting: 2, problem: "The receiver answered 413." });
    await one.send("edith", "PATCH", `${exportsPath}/${scheduleID}`, { state: "paused" });
    expect((await runsOf(scheduleID)).map(({ sent }) => sent)).toEqual([undefined, undefined]);
    expect(await one.store.exportOutbox.waiting()).toBe(0);
  });

  test("a run fails if the API refuses or the space is used up, and a person can mark it as handled", async () => {
    const one = await startExportConsole({
      dialect,
      clock: createSettableClock(Date.now()),
      variables: { EXPORT_STORE_MB: "1" },
    });
    addCustomers(one.api, ["Acme"]);
    const { scheduleID } = await one.schedule("edith", await one.addView("edith", "All"));
    const first = await one.run("edith", scheduleID);
    expect(first.state).toBe("done");
    await queryStore(one.console.databaseUrl, `update "exportRuns" set "storedBytes" = 1048570`);
    await one.send("edith", "POST", `${exportsPath}/${scheduleID}/run`);
    expect(await one.ended("edith", scheduleID, 2)).toMatchObject({ state: "failed", problem: { code: "no_space" } });
    const [item] = await one.attention("edith", 1);
    expect(item).toMatchObject({ kind: "export-failed", state: "failed", id: scheduleID });
    const handled = { environment: "sandbox", kind: "export-failed", reason: "Deleting files" };
    expect((await one.send("edith", "POST", `/api/attention/${scheduleID}/handled`, handled)).status).toBe(200);
    await one.attention("edith", 0);
    // The earlier file is still there.
    expect((await one.download("edith", scheduleID, first.runID)).status).toBe(200);
    one.api.script(() => ({ effect: "no", answer: { status: 400, body: { message: "No" } } }));
    await one.send("edith", "POST", `${exportsPath}/${scheduleID}/run`);
    expect((await one.ended("edith", scheduleID, 3)).state).toBe("failed");
    await one.attention("edith", 1);
    const failing = () => countFailingSchedules(one.store, "sandbox");
    expect(await failing()).toBe(1);
    await one.send("edith", "PATCH", `${exportsPath}/${scheduleID}`, { state: "paused" });
    expect(await failing()).toBe(0);
  });

  test("old files and runs are removed", async () => {
    const one = await startExportConsole({ dialect, clock: createSettableClock(Date.now()) });
    addCustomers(one.api, ["Acme"]);
    const { scheduleID } = await one.schedule("edith", await one.addView("edith", "All"));
    const { runID } = await one.run("edith", scheduleID);
    const { store } = one;
    const nowMs = Date.now() + 1_000;
    expect(await store.exportRuns.removeFilesBefore(nowMs, nowMs)).toBe(1);
    expect(await store.exportRuns.removeFilesBefore(nowMs, nowMs)).toBe(0);
    expect(await store.exportRuns.part(runID, 0)).toBeNull();
    expect((await one.list("edith"))[0]?.runs[0]?.file?.removed?.why).toBe("age");
    // The newest run of a schedule stays.
    expect(await store.exportRuns.removeRunsBefore(nowMs)).toBe(0);
    await one.send("edith", "POST", `${exportsPath}/${scheduleID}/run`);
    await one.ended("edith", scheduleID, 2);
    expect(await store.exportRuns.removeRunsBefore(nowMs)).toBe(1);
  });
});
