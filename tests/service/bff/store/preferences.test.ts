import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");

describe.each(testDialects.map((dialect) => ({ dialect })))("preferences on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  let address: string;
  useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      address = url;
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  let staffID: string;
  beforeEach(async () => {
    staffID = randomUUID();
    const access = { role: "editor", environments: ["sandbox"], passwordHash: null, createdAt: nowMs } as const;
    await store.staff.add({
      staffID,
      email: `${staffID}@test.example`,
      name: "Ada",
      ...access,
      environments: ["sandbox"],
    });
  });

  test("simultaneous changes of different members are all stored", async () => {
    expect(await store.preferences.find(staffID)).toEqual({});
    await Promise.all([
      store.preferences.change(staffID, { timeZone: "UTC" }, nowMs),
      store.preferences.change(staffID, { density: "compact" }, nowMs),
      store.preferences.change(staffID, { defaultWindow: "all" }, nowMs),
    ]);
    expect(await store.preferences.find(staffID)).toEqual({
      timeZone: "UTC",
      density: "compact",
      defaultWindow: "all",
    });
    expect(await store.preferences.change(staffID, { timeZone: null }, nowMs)).toEqual({
      density: "compact",
      defaultWindow: "all",
    });
  });

  test("a stored member that is no longer valid is ignored, and the others stay", async () => {
    await store.preferences.change(staffID, { density: "compact" }, nowMs);
    const kept = JSON.stringify({ density: "compact", timeZone: "Mars/Olympus", colour: "red" });
    await queryStore(address, `update "preferences" set "preferences" = '${kept}' where "staffID" = '${staffID}'`);
    expect(await store.preferences.find(staffID)).toEqual({ density: "compact" });
  });
});
