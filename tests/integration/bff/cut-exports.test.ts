import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { csvCutMark } from "#server/bff/core/export/csv.ts";
import { closeHost } from "#server/bff/http/listener/host.ts";
import { startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { allTime, exportPath, startHost, startSlowApi } from "#tests/fixtures/console/slow-export.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

const total = 100_000;

/** Reads a file in parts, as a browser does. */
function takerOf(response: Response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const take = async () => {
    const part = await reader?.read();
    text += decoder.decode(part?.value, { stream: true });
    return part?.done === true;
  };
  return {
    take,
    /** Reads the rest of the file. `isWhole` says whether the file is complete. */
    async rest() {
      try {
        while (!(await take()));
        return { text, isWhole: true };
      } catch {
        return { text, isWhole: false };
      }
    },
  };
}

/** Checks that the file ends with the note that it was cut off, and contains only complete records. */
function expectCut({ text, isWhole }: { text: string; isWhole: boolean }): void {
  expect(isWhole).toBe(false);
  expect(text.endsWith(`\r\n${csvCutMark}`)).toBe(true);
}

describe.each(testDialects.map((dialect) => ({ dialect })))("an export on $dialect", ({ dialect }) => {
  const ends: [string, (databaseUrl: string) => Promise<unknown>][] = [
    ["the session ends on another replica", (url) => queryStore(url, `update sessions set "endedAt" = 1`)],
    ["the person is disabled", (url) => queryStore(url, `update staff set "disabledAt" = 1`)],
    ["the person loses the environment", (url) => queryStore(url, `update staff set environments = '["production"]'`)],
  ];

  test.each(ends)("an export ends within 5 s when %s, and does not look complete", async (_why, end) => {
    const clock = createFakeClock();
    const { console, get, offsets } = await startSlowApi(total, () => true, { clock, dialect });
    const file = takerOf(await get(`format=csv&${allTime}`));
    for (let part = 0; part < 3; part += 1) await file.take();
    await end(console.databaseUrl);
    const rest = file.rest();
    let isOver = false;
    void rest.then(() => {
      isOver = true;
    });
    const startMs = clock.monotonic();
    while (!isOver) {
      await clock.advance(500);
      // This query takes about as long as the console's own query. Without it, the clock would move faster than the
      // store answers.
      await queryStore(console.databaseUrl, "select 1");
    }
    expect(clock.monotonic() - startMs).toBeLessThanOrEqual(5_000);
    expectCut(await rest);
    expect(offsets.length).toBeLessThan(total / 100);
    await expect.poll(() => console.logLines.some((line) => line.includes("export cut: session_ended"))).toBe(true);
  });
});

test("signing out on this replica ends an export at once", async () => {
  const { console, cookie, get } = await startSlowApi(total, () => true);
  const file = takerOf(await get(`format=csv&${allTime}`));
  await file.take();
  expect((await console.send("DELETE", "/api/session", { cookie })).status).toBe(204);
  expectCut(await file.rest());
});

test("an export that waits for the API ends with its session, and the call ends too", async () => {
  const left = Promise.withResolvers<void>();
  const { console, cookie, get } = await startSlowApi(total, (offset, response) => {
    response.once("close", () => left.resolve());
    return offset < 297;
  });
  const file = takerOf(await get(`format=csv&${allTime}`));
  const rest = file.rest();
  await console.send("DELETE", "/api/session", { cookie });
  expectCut(await rest);
  await left.promise;
});

test("the results file of a bulk change ends with its session", async () => {
  const bulkConsole = await startBulkConsole();
  onTestFinished(() => bulkConsole.close());
  const customerIDs = Array.from({ length: 2_000 }, () => randomUUID());
  const begun = await bulkConsole.post({ change: { plan: "professional" }, source: { kind: "ids", customerIDs } });
  const { bulk } = await begun.json();
  const cookie = await bulkConsole.console.signIn("vera@test.example");
  const file = takerOf(await bulkConsole.console.send("GET", `/api/sandbox/bulk/${bulk.bulkID}/receipts`, { cookie }));
  await file.take();
  await bulkConsole.console.send("DELETE", "/api/session", { cookie });
  const rest = await file.rest();
  expectCut(rest);
  expect(rest.text.split("\r\n").length).toBeLessThan(2_000);
});

test.each([
  ["csv", (text: string) => text.endsWith(`\r\n${csvCutMark}`)],
  ["json", (text: string) => !text.includes("\n],")],
] as const)(
  "a stopping console gives a %s file some time, and a cut file does not look complete",
  async (format, isCut) => {
    vi.spyOn(globalThis.console, "info").mockImplementation(() => {});
    const { console, cookie, offsets } = await startSlowApi(total, () => true);
    const { origin, host } = await startHost(console);
    const response = await fetch(`${origin}${exportPath(`format=${format}&${allTime}`)}`, { headers: { cookie } });
    const file = takerOf(response);
    await file.take();
    console.bff.drain();
    const before = offsets.length;
    // When draining starts, the file is not cut off yet.
    while (offsets.length < before + 5) await file.take();
    const rest = file.rest();
    await closeHost(host, 0, console.bff.cutStreams);
    const { text, isWhole } = await rest;
    expect(isWhole).toBe(false);
    expect(isCut(text)).toBe(true);
  },
);
