import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import type { ReadRow } from "#server/bff/store/imports/imports.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { Lease } from "#server/bff/store/runs/lease.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");

describe.each(testDialects.map((dialect) => ({ dialect })))("imports in the store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const actor = { staffID: randomUUID(), email: "edith@test.example" };
  const other = { staffID: randomUUID(), email: "otto@test.example" };

  useTestStore(dialect, async (opened) => {
    store = opened;
    for (const one of [actor, other]) {
      const person = { ...one, name: "Edith", role: "editor", passwordHash: null } as const;
      await store.staff.add({ ...person, environments: ["sandbox"], createdAt: nowMs });
    }
  });

  const newImport = (given: Partial<StoredImport> = {}): StoredImport => ({
    importID: randomUUID(),
    environment: "sandbox",
    state: "running",
    actor,
    runBy: null,
    ticket: null,
    note: "why",
    fileName: "Ünï.csv",
    fileHash: randomUUID(),
    encoding: "utf-8",
    delimiter: ";",
    columns: ["a", "__b"],
    emptyLines: 1,
    unmarked: 2,
    mapping: null,
    digest: null,
    incomplete: null,
    comparedWith: null,
    pausedFrom: null,
    reason: null,
    firstPosition: null,
    failuresInRow: 0,
    unknownsInRow: 0,
    settledRows: 0,
    failedRows: 0,
    createdAt: nowMs,
    checkedAt: null,
    startedAt: null,
    finishedAt: null,
    removedAt: null,
    restoredAt: null,
    ...given,
  });
  const row = (line: number): ReadRow => ({ line, cells: [`\u0000cell ${line}`, "'x"], problems: [] });
  const file = new Uint8Array(400_000).map((_, index) => index % 251);

  async function create(count: number, given: Partial<StoredImport> = {}): Promise<StoredImport> {
    const one = newImport(given);
    const rows = Array.from({ length: count }, (_, index) => row(index + 2));
    expect(await store.imports.create(one, rows, file)).toBe("there-is");
    return one;
  }

  const take = () => store.imports.take({ environments: ["sandbox"], leaseMs: 600_000, limit: 5 });

  async function leaseOf(importID: string): Promise<Lease> {
    const lease = (await take()).find((taken) => taken.run.importID === importID)?.lease;
    if (!lease) throw new Error("it cannot be taken");
    return lease;
  }

  /** Sets rows to `ready`, as the check of an import does. */
  async function ready(importID: string, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, index) => ({
      position: index + 1,
      check: {
        position: index + 1,
        request: { companyName: `C ${index}` },
        companyName: `C ${index}`,
        reference: null,
        issues: [{ level: "warning" as const, message: "m" }],
        candidates: [],
        comparedAs: "x",
        decision: null,
        state: "ready" as const,
        reason: null,
        operationID: null,
        customerID: null,
      },
    }));
    await store.imports.changeRows(importID, ["running"], { state: "running" }, rows);
  }

  test("imports are read back unchanged with their rows and their file, only in their own environment", async () => {
    const one = await create(3, { mapping: { columns: { a: "plan" }, values: { plan: {}, term: {} }, fixed: {} } });
    expect(await store.imports.find("sandbox", one.importID)).toEqual(one);
    expect(await store.imports.find("production", one.importID)).toBeNull();
    expect(await store.imports.file(one.importID)).toEqual(Buffer.from(file));
    const { rows, total } = await store.imports.rows(one.importID, { limit: 2, offset: 1 });
    expect([total, rows.map(({ cells, state }) => [cells, state])]).toEqual([
      3,
      [
        [["\u0000cell 3", "'x"], "pending"],
        [["\u0000cell 4", "'x"], "pending"],
      ],
    ]);
    expect((await store.imports.counts([one.importID])).get(one.importID)).toEqual({ pending: 3, warnings: 0 });
    expect((await store.figures.read(nowMs)).imports).toEqual([{ environment: "sandbox", state: one.state, total: 1 }]);
  });

  test("an import is refused if its file was imported, a person has three, or another import of the environment runs", async () => {
    const one = await create(1, { state: "checked" });
    const again = await store.imports.create(newImport({ fileHash: one.fileHash, actor: other }), [], file);
    expect(again).toMatchObject({ same: { importID: one.importID } });
    await create(1, { state: "uploaded" });
    const [third] = [await create(1, { state: "checked" })];
    expect(await store.imports.create(newImport(), [], file)).toBe("too-many-unfinished");
    // If an import is started twice at the same moment, only one start succeeds.
    const start = ({ importID, environment }: StoredImport) => {
      const event = { actor: { kind: "staff", id: actor.staffID }, action: "import.started", outcome: "done" } as const;
      const to = { state: "first", startedAt: nowMs } as const;
      return store.imports.start({ importID, environment }, ["checked"], to, { event, nowMs });
    };
    const started = await Promise.all([start(one), start(third)]);
    expect(started.map((result) => ("other" in result ? "refused" : "started")).sort()).toEqual(["refused", "started"]);
  });

  test("rows of an import are claimed and settled one by one, only with a valid lease", async () => {
    const { importID } = await create(3);
    await ready(importID, 3);
    const lease = await leaseOf(importID);
    expect(await take()).toEqual([]);
    expect(await store.imports.claimRow(lease, 1, "o-1")).toBe(true);
    expect(await store.imports.claimRow(lease, 1, "o-2")).toBe(false);
    const key = { runID: importID, position: 1, operationID: "o-1" };
    expect(
      await store.imports.settleRow({ ...key, operationID: "o-2" }, ["sending"], { state: "created" }, nowMs),
    ).toBe(false);
    expect(await store.imports.settleRow(key, ["sending"], { state: "failed", reason: "\u0000no" }, nowMs, lease)).toBe(
      true,
    );
    expect(await store.imports.countRow(lease, "failed")).toMatchObject({
      failuresInRow: 1,
      failedRows: 1,
      settledRows: 1,
    });
    expect(await store.imports.countRow(lease, "unknown")).toMatchObject({ failuresInRow: 1, unknownsInRow: 1 });
    expect(await store.imports.countRow(lease, "created")).toMatchObject({
      failuresInRow: 0,
      unknownsInRow: 0,
      settledRows: 3,
    });
    expect(await store.imports.renew(lease, -1)).toBe(true);
    expect(await store.imports.claimRow(lease, 2, "o-3")).toBe(false);
    expect(await store.imports.countRow(lease, "failed")).toBeNull();
    expect(await store.imports.moveHeld(lease, ["running"], { state: "finished" })).toBeNull();
  });

  test("a cancelled import sends nothing more, and a row that is released is cancelled too", async () => {
    const { importID } = await create(3);
    await ready(importID, 3);
    const lease = await leaseOf(importID);
    await store.imports.claimRow(lease, 1, "o-1");
    await store.imports.move(importID, ["running"], { state: "cancelled", finishedAt: nowMs });
    expect(await store.imports.claimRow(lease, 2, "o-2")).toBe(false);
    expect(await store.imports.takeOrphaned(5)).toEqual([]);
    await store.imports.release(lease);
    expect((await store.imports.takeOrphaned(5)).map((one) => one.row.position)).toEqual([1]);
    const key = { runID: importID, position: 1, operationID: "o-1" };
    await store.imports.settleRow(key, ["sending"], { state: "ready", forgetOperation: true }, nowMs);
    expect((await store.imports.counts([importID])).get(importID)).toEqual({ cancelled: 3, warnings: 3 });
  });

  test("an import loses its file and its content when its time is over, and keeps the rows that were sent", async () => {
    const { importID } = await create(2, { createdAt: nowMs - 40 * dayMs });
    await ready(importID, 2);
    const lease = await leaseOf(importID);
    await store.imports.claimRow(lease, 1, "o-1");
    const key = { runID: importID, position: 1, operationID: "o-1" };
    await store.imports.settleRow(key, ["sending"], { state: "created", customerID: "c-1" }, nowMs, lease);
    // While the import creates customers, its content is not removed.
    expect(await store.imports.removeContent(nowMs - 30 * dayMs, nowMs)).toBe(0);
    await store.imports.move(importID, ["running"], { state: "paused", pausedFrom: "running" });
    expect(await store.imports.removeContent(nowMs - 30 * dayMs, nowMs)).toBe(1);
    expect(await store.imports.removeContent(nowMs - 30 * dayMs, nowMs)).toBe(0);
    expect(await store.imports.file(importID)).toBeNull();
    expect(await store.imports.find("sandbox", importID)).toMatchObject({ state: "cancelled", removedAt: nowMs });
    const { rows } = await store.imports.rows(importID, { limit: 5, offset: 0 });
    expect(
      rows.map(({ cells, request, companyName, state, customerID }) => [
        cells,
        request,
        companyName,
        state,
        customerID,
      ]),
    ).toEqual([
      [null, null, "C 0", "created", "c-1"],
      [null, null, null, "cancelled", null],
    ]);
  });

  test("a mapping is stored once under each name", async () => {
    const event = {
      actor: { kind: "staff", id: actor.staffID },
      action: "import-mapping.saved",
      outcome: "done",
    } as const;
    const mapping = (name: string, mappingID = randomUUID()) => ({
      mappingID,
      environment: "sandbox" as const,
      name,
      actor,
      createdAt: nowMs,
      mapping: { columns: { [name]: "plan" as const }, values: { plan: {}, term: {} }, fixed: {} },
    });
    await store.importMappings.save(mapping("First"), event);
    await store.importMappings.save(mapping("FIRST"), event);
    const [kept, ...more] = await store.importMappings.list("sandbox");
    expect([kept?.name, more]).toEqual(["FIRST", []]);
    expect(await store.importMappings.remove("production", kept?.mappingID ?? "", event, nowMs)).toBe(false);
    expect(await store.importMappings.remove("sandbox", kept?.mappingID ?? "", event, nowMs)).toBe(true);
    expect(await store.importMappings.list("sandbox")).toEqual([]);
  });
});
