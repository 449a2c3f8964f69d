import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))("the purpose of a store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const database = useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  const add = (email: string) =>
    store.staff.add({
      staffID: randomUUID(),
      email,
      name: email,
      role: "viewer",
      environments: [],
      passwordHash: null,
      createdAt: 0,
    });

  test("the first console decides the store's purpose, which never changes", async () => {
    expect(await store.claim("demo")).toBe("demo");
    await add("ada@test.example");
    await store.close();
    store = await openStore(database.url);
    expect(await store.claim("configured")).toBe("demo");
    expect(await store.claim("demo")).toBe("demo");
  });

  test("all processes that claim the purpose at once get the same result", async () => {
    const purposes = await Promise.all(
      (["configured", "demo", "configured", "demo"] as const).map((purpose) => store.claim(purpose)),
    );
    expect(new Set(purposes).size).toBe(1);
  });

  test("a store whose people were added before the first start belongs to a configured console", async () => {
    await add("ada@test.example");
    expect(await store.claim("demo")).toBe("configured");
  });
});
