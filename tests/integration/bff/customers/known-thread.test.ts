import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/api-client/clock.ts";
import { IndexThreadEnded, startIndexThread } from "#server/bff/known/index/index-thread.ts";
import { createKnownIndex } from "#server/bff/known/index/known-index.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { fillKnown } from "#tests/fixtures/known/fill-known.ts";

test("a thread that ends rejects its open questions, and reports its end once", async () => {
  let ends = 0;
  const thread = startIndexThread(process.cwd(), () => {
    ends += 1;
  });
  expect(await thread.ask("size", "sandbox", {})).toMatchObject({ customers: 0 });
  const asked = thread.ask("size", "sandbox", {});
  const rejected = expect(asked).rejects.toBeInstanceOf(IndexThreadEnded);
  await thread.close();
  await rejected;
  await expect(thread.ask("size", "sandbox", {})).rejects.toBeInstanceOf(IndexThreadEnded);
  await setImmediate();
  expect(ends).toBe(1);
});

test("an index with several simultaneous callers is loaded once, and answers nobody after it is closed", async () => {
  const database = await createStoreDatabase("console", "sqlite");
  const store = await openStore(database.url);
  const index = createKnownIndex({ store, clock: systemClock, root: process.cwd() });
  onTestFinished(async () => {
    await index.close();
    await store.close();
    await database.drop();
  });
  await fillKnown(database.url, "sandbox", [{ customerID: "c1", companyName: "Schäffer", seenAt: 1 }]);
  const found = await Promise.all(["Schäffer", "Schaeffer", "Schäfer"].map((text) => index.find("sandbox", text, 5)));
  expect(found.map(({ keys }) => keys)).toEqual([["c1"], ["c1"], ["c1"]]);
  await index.erase("sandbox", ["c1"]);
  expect(await index.size("production")).toMatchObject({ customers: 0 });
  await index.close();
  await expect(index.size("sandbox")).rejects.toBeInstanceOf(IndexThreadEnded);
});

test("an index whose thread has ended starts a new thread for the next question, and knows all customers again", async () => {
  const database = await createStoreDatabase("console", "sqlite");
  const store = await openStore(database.url);
  const index = createKnownIndex({ store, clock: systemClock, root: process.cwd() });
  onTestFinished(async () => {
    await index.close();
    await store.close();
    await database.drop();
  });
  await fillKnown(database.url, "sandbox", [{ customerID: "c1", companyName: "Schäffer", seenAt: 1 }]);
  const started = once(process, "worker");
  expect(await index.size("sandbox")).toMatchObject({ customers: 1 });
  const [thread] = (await started) as [Worker];
  await fillKnown(database.url, "sandbox", [{ customerID: "c2", companyName: "Nordwind", seenAt: 2 }]);
  // The question is asked before the thread ends. A new thread answers it.
  const asked = index.find("sandbox", "Nordwind", 5);
  await thread.terminate();
  expect(await asked).toMatchObject({ keys: ["c2"] });
  expect(await index.find("sandbox", "Schäffer", 5)).toMatchObject({ keys: ["c1"] });
  expect(await index.size("sandbox")).toMatchObject({ customers: 2 });
});
