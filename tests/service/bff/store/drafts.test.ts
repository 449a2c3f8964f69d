import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { draftKeptMs, maxDrafts } from "#lib/contract/draft.ts";
import { createDraftCleaner } from "#server/bff/drafts/draft-cleaner.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))("drafts on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
    store = opened;
  });

  async function person(): Promise<string> {
    const staffID = randomUUID();
    const access = { role: "editor", passwordHash: null, createdAt: 0 } as const;
    await store.staff.add({
      staffID,
      email: `${staffID}@test.example`,
      name: "Ada",
      ...access,
      environments: ["sandbox"],
    });
    return staffID;
  }

  test("the newest drafts of a person are kept, however many are written at once", async () => {
    const staffID = await person();
    const writes = Array.from({ length: maxDrafts + 5 }, (_, index) =>
      store.drafts.put(staffID, `draft-${index}`, { index }, 1_000 + index),
    );
    await Promise.all(writes);
    const found = await Promise.all(writes.map((_, index) => store.drafts.find(staffID, `draft-${index}`, 2_000)));
    expect(found.filter((draft) => draft !== null)).toHaveLength(maxDrafts);
    await store.drafts.put(staffID, `draft-${maxDrafts}`, { index: "again" }, 1_900);
    expect(await store.drafts.find(staffID, `draft-${maxDrafts}`, 2_000)).toEqual({
      content: { index: "again" },
      updatedAt: 1_900,
    });
  });

  test("the worker removes drafts that were not changed for seven days", async () => {
    const staffID = await person();
    const clock = createTestClock(draftKeptMs * 3);
    await store.drafts.put(staffID, "old", {}, clock.now() - draftKeptMs);
    await store.drafts.put(staffID, "young", {}, clock.now() - draftKeptMs + 1);
    const removed = Promise.withResolvers<unknown>();
    const log = { info: removed.resolve, warn: removed.reject } as never;
    const cleaner = createDraftCleaner({ clock, log, store });
    cleaner.start();
    expect(await removed.promise).toMatchObject({ removed: 1 });
    await cleaner.close();
    expect(await store.drafts.find(staffID, "young", clock.now())).not.toBeNull();
    expect(await store.drafts.removeExpired(clock.now())).toBe(0);
  });
});
