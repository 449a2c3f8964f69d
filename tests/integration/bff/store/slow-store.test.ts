import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { runInPageContext } from "#server/bff/core/page-context.ts";
import { openStore, type StoreOptions } from "#server/bff/store/open-store.ts";
import { createStoreTime, maxStoreMs } from "#server/bff/store/store-time.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { startTcpRelay } from "#tests/fixtures/database/tcp-relay.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const noAnswer = { code: "store_unavailable", reason: "no_answer", status: 503 };

describe.runIf(testDialects.includes("postgres"))("a PostgreSQL in which every statement takes long", () => {
  async function openThroughRelay(within: StoreOptions["within"]) {
    const { url, drop } = await createStoreDatabase("console", "postgres");
    cleanups.push(drop);
    const relay = await startTcpRelay(url);
    cleanups.push(() => relay.close());
    const store = await openStore(relay.through(url), { within });
    cleanups.push(() => store.close());
    return { store, relay };
  }

  test("one request ends at its time limit, and the next request is answered as usual", async () => {
    let time = createStoreTime();
    const { store, relay } = await openThroughRelay((call) => time.within(call));
    const read = () => store.accessPolicy.read();
    expect(await read()).toMatchObject({ ssoRequired: false });
    relay.slow(400);
    time = createStoreTime(2_000);
    const answers = [];
    for (let reads = 0; reads < 6; reads++) answers.push(await read().catch((error: unknown) => error));
    // Each call of the store takes much less time than its limit. But all calls together take longer than the limit of
    // a request.
    expect(answers[0]).toMatchObject({ ssoRequired: false });
    expect(answers.at(-1)).toMatchObject(noAnswer);
    await expect(read()).rejects.toMatchObject(noAnswer);
    relay.slow(0);
    time = createStoreTime();
    expect(await read()).toMatchObject({ ssoRequired: false });
  });

  test("each request gives up separately, and work that belongs to no request never gives up", async () => {
    let options: StoreOptions = {};
    const { bff, close } = await createTestBff({
      dialect: "postgres",
      openStore: (url, given = {}) => {
        options = given;
        return openStore(url, given);
      },
    });
    cleanups.push(close);
    expect(bff).toBeDefined();
    const within = options.within ?? ((call) => call());
    const never = () => new Promise<string>(() => {});
    vi.useFakeTimers();
    const request = runInPageContext({ notes: { requestID: "slow" } }, () => within(never));
    const failed = expect(request).rejects.toThrow("waited for the database");
    const other = runInPageContext({ notes: { requestID: "other" } }, () => within(() => setTimeout(1, "read")));
    const work = within(never);
    await vi.advanceTimersByTimeAsync(maxStoreMs);
    await failed;
    vi.useRealTimers();
    expect(await other).toBe("read");
    expect(await Promise.race([work, setTimeout(1, "still waiting")])).toBe("still waiting");
  });
});
