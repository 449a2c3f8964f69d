import { describe, expect, test } from "vitest";
import { createKeptBuilds, maxKeptBuilds } from "#server/bff/http/builds/kept-builds.ts";
import type { BuildFile } from "#server/bff/store/builds.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const fileOf = (path: string, text: string): BuildFile => ({
  path,
  type: "application/javascript; charset=UTF-8",
  encoding: "identity",
  body: Buffer.from(text),
});

describe.each(testDialects.map((dialect) => ({ dialect })))("stored builds on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  const publish = (buildID: string, nowMs: number, files = [fileOf("chunks/a.js", `of ${buildID}`)]) =>
    store.builds.publish(buildID, files, nowMs, maxKeptBuilds);

  test("each build stores its own file under the same path, byte for byte", async () => {
    const many = Array.from({ length: 45 }, (_, index) => fileOf(`chunks/${index}.js`, `\0ü${index}`));
    await publish("one", 1, many);
    await publish("two", 2);
    for (const file of many) expect(await store.builds.read("one", file.path)).toEqual(file);
    expect((await store.builds.read("two", "chunks/a.js"))?.body.toString()).toBe("of two");
    expect(await store.builds.read("two", "chunks/1.js")).toBeNull();
    expect(await store.builds.read("none", "chunks/a.js")).toBeNull();
  });

  test("replicas of one build that start together publish the build once", async () => {
    await Promise.all([1, 2, 3].map((nowMs) => publish("one", nowMs)));
    expect([...(await store.builds.paths())]).toEqual([["one", new Set(["chunks/a.js"])]]);
  });

  test("the store keeps the builds that were started last, including an older build that is started again", async () => {
    const names = Array.from({ length: maxKeptBuilds + 1 }, (_, index) => `build-${index}`);
    for (const [index, name] of names.slice(0, -1).entries()) await publish(name, index);
    await publish("build-0", 100, []);
    await publish(names.at(-1) as string, 101);
    const kept = [...(await store.builds.paths()).keys()].sort();
    expect(kept).toEqual(names.filter((name) => name !== "build-1"));
    expect(await store.builds.has("build-1")).toBe(false);
    expect((await store.builds.read("build-0", "chunks/a.js"))?.body.toString()).toBe("of build-0");
  });

  test("another replica's build is found as soon as it is published, with one read of the store", async () => {
    let queries = 0;
    const counted = {
      ...store.builds,
      paths: () => {
        queries += 1;
        return store.builds.paths();
      },
    };
    const clock = { ...createTestClock(), sleep: async () => {} };
    const kept = createKeptBuilds(counted, clock);
    const before = await Promise.all([1, 2, 3].map(() => kept.find("later", "chunks/a.js")));
    expect([before, queries]).toEqual([[null, null, null], 1]);
    await publish("later", 1);
    const found = await Promise.all([1, 2, 3].map(() => kept.find("later", "chunks/a.js")));
    expect(found.map((file) => file?.body.toString())).toEqual(["of later", "of later", "of later"]);
    expect(await kept.find("later", "chunks/other.js")).toBeNull();
    expect(queries).toBe(2);
  });

  test("requests for unknown builds wait, so that the store is read at most four times a second", async () => {
    const waits: number[] = [];
    const clock = createTestClock();
    const kept = createKeptBuilds(store.builds, {
      ...clock,
      async sleep(ms) {
        waits.push(ms);
        clock.advance(ms);
      },
    });
    for (let index = 0; index < 5; index += 1) expect(await kept.find(`unknown-${index}`, "chunks/a.js")).toBeNull();
    expect(waits).toEqual([250, 250, 250, 250]);
  });
});
