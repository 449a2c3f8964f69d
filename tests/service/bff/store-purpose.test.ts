import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const demoStaff = ["viewer@demo.test", "editor@demo.test"];

describe.each(testDialects.map((dialect) => ({ dialect })))("a store's purpose on $dialect", ({ dialect }) => {
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

  test("is that of the first console, and stays it", async () => {
    expect(await store.claim("demo", demoStaff)).toBe("demo");
    await add("ada@test.example");
    await store.close();
    store = await openStore(database.url);
    expect(await store.claim("configured", demoStaff)).toBe("demo");
    expect(await store.claim("demo", demoStaff)).toBe("demo");
  });

  test("is the same for all processes that claim it at once", async () => {
    const purposes = await Promise.all(
      (["configured", "demo", "configured", "demo"] as const).map((purpose) => store.claim(purpose, demoStaff)),
    );
    expect(new Set(purposes).size).toBe(1);
  });

  test("follows from the staff if the store is not marked yet", async () => {
    await add("editor@demo.test");
    await add("ada@test.example");
    expect(await store.claim("demo", demoStaff)).toBe("configured");
  });

  test("is demo mode's where all of its personas are and nothing was marked yet", async () => {
    for (const email of [...demoStaff, "ada@test.example"]) await add(email);
    expect(await store.claim("configured", demoStaff)).toBe("demo");
  });
});
