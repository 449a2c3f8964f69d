import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { maxViews } from "#lib/contract/console/view.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");

describe.each(testDialects.map((dialect) => ({ dialect })))("saved views on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
    store = opened;
  });

  const people = { ada: "", ben: "" };
  beforeEach(async () => {
    for (const name of ["ada", "ben"] as const) {
      people[name] = randomUUID();
      const access = { role: "editor", environments: ["sandbox"], passwordHash: null, createdAt: nowMs } as const;
      const staff = { staffID: people[name], email: `${people[name]}@test.example`, name, ...access };
      await store.staff.add({ ...staff, environments: [...access.environments] });
    }
  });

  const view = (name: string, shared = false) => ({
    viewID: randomUUID(),
    name,
    query: "window=90d",
    layout: { columns: ["plan"], density: "compact" as const },
    shared,
  });
  const ada = () => ({ staffID: people.ada, keepsShared: true });
  const namesFor = async (staffID: string) => {
    const { views } = await store.views.list(staffID, { limit: 100, offset: 0 });
    return views.filter(({ owner }) => Object.values(people).includes(owner.staffID)).map(({ name }) => name);
  };

  test("the store reads a view back unchanged, with its owner", async () => {
    const kept = view("Größte Kunden ☎");
    expect(await store.views.add(people.ada, kept, nowMs)).toBe("kept");
    expect(await store.views.find(people.ada, kept.viewID)).toEqual({
      ...kept,
      owner: { staffID: people.ada, name: "ada" },
      updatedAt: nowMs,
    });
  });

  test("the list contains own views first, then shared views, each sorted by name, in pages", async () => {
    await store.views.add(people.ada, view("b own"), nowMs);
    await store.views.add(people.ada, view("A own", true), nowMs);
    await store.views.add(people.ben, view("a of Ben", true), nowMs);
    const secret = view("Ben's alone");
    await store.views.add(people.ben, secret, nowMs);
    expect(await namesFor(people.ada)).toEqual(["A own", "b own", "a of Ben"]);
    expect(await store.views.find(people.ada, secret.viewID)).toBeNull();
    const second = await store.views.list(people.ada, { limit: 1, offset: 1 });
    expect(second.views.map(({ name }) => name)).toEqual(["b own"]);
    expect(second.total).toBeGreaterThanOrEqual(3);
  });

  test("each owner can use a name once, in upper and lower case", async () => {
    await store.views.add(people.ada, view("Newest"), nowMs);
    expect(await store.views.add(people.ada, view("NEWEST"), nowMs)).toBe("name taken");
    expect(await store.views.add(people.ben, view("newest"), nowMs)).toBe("kept");
    const other = view("Other");
    await store.views.add(people.ada, other, nowMs);
    expect(await store.views.change(ada(), other.viewID, { name: "neWest" }, nowMs)).toBe("name taken");
    expect(await store.views.change(ada(), other.viewID, { name: "OTHER" }, nowMs)).toBe("kept");
    expect(await namesFor(people.ada)).toEqual(["Newest", "OTHER"]);
  });

  test("a change affects only the named members, and removing a view is permanent", async () => {
    const kept = view("To change");
    await store.views.add(people.ada, kept, nowMs);
    await store.views.change(ada(), kept.viewID, { query: "", shared: true, layout: null }, nowMs + 1);
    expect(await store.views.find(people.ben, kept.viewID)).toMatchObject({
      name: "To change",
      query: "",
      layout: null,
      shared: true,
      updatedAt: nowMs + 1,
    });
    expect(await store.views.remove(ada(), kept.viewID)).toBe(true);
    expect(await store.views.remove(ada(), kept.viewID)).toBe(false);
    expect(await store.views.find(people.ada, kept.viewID)).toBeNull();
  });

  test("a view that belongs to another person at that time is neither changed nor removed", async () => {
    const [own, shared] = [view("Own"), view("Shared", true)];
    for (const one of [own, shared]) await store.views.add(people.ada, one, nowMs);
    const ben = { staffID: people.ben, keepsShared: true };
    const viewers = [people.ada, people.ben].map((staffID) => ({ staffID, keepsShared: false }));
    const refused = [
      { keeper: ben, viewID: own.viewID },
      { keeper: viewers[1], viewID: own.viewID },
      // Only an editor may change or remove a shared view. A viewer may not, even if the viewer owns the view.
      ...viewers.map((keeper) => ({ keeper, viewID: shared.viewID })),
    ];
    for (const { keeper = ben, viewID } of refused) {
      expect(await store.views.change(keeper, viewID, { name: "Mine" }, nowMs)).toBe("not theirs");
      expect(await store.views.remove(keeper, viewID)).toBe(false);
    }
    expect(await store.views.change(ben, shared.viewID, { shared: false }, nowMs)).toBe("not theirs");
    expect(await store.views.change(ben, shared.viewID, { name: "Ours" }, nowMs)).toBe("kept");
    expect(await namesFor(people.ada)).toEqual(["Ours", "Own"]);
    expect(await store.views.remove(ben, shared.viewID)).toBe(true);
  });

  test("a person can store only the allowed number of views", async () => {
    for (let number = 1; number < maxViews; number += 1) {
      await store.views.add(people.ada, view(`View ${number}`), nowMs);
    }
    const last = Array.from({ length: 5 }, (_, number) => store.views.add(people.ada, view(`Last ${number}`), nowMs));
    expect((await Promise.all(last)).filter((kept) => kept === "kept")).toHaveLength(1);
    expect(await store.views.add(people.ada, view("One too many"), nowMs)).toBe("too many");
    expect(await store.views.add(people.ben, view("Another's"), nowMs)).toBe("kept");
  });
});
