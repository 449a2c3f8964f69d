import { expect, test } from "vitest";
import { createUpstreamClock } from "#server/api-client/transport/upstream-clock.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";
import { answerOf } from "#tests/unit/server/api-client/fake-upstream.ts";

const request = { method: "GET", headers: {}, signal: new AbortController().signal };

test("the API's clock is read from its answers, the latest answer counts, and invalid times change nothing", async () => {
  const clock = createFakeClock();
  const dates = [
    new Date(clock.now() + 600_000).toUTCString(),
    "yesterday",
    undefined,
    new Date(clock.now()).toUTCString(),
  ];
  const { fetch, aheadMs } = createUpstreamClock(async () => {
    const date = dates.shift();
    return answerOf(200, "", date === undefined ? {} : { date });
  }, clock);
  expect(aheadMs()).toBe(0);
  const seen: number[] = [];
  while (dates.length > 0) {
    await fetch("https://api.example/", request);
    seen.push(aheadMs());
  }
  expect(seen).toEqual([600_000, 600_000, 600_000, 0]);
});

test("closing closes all given resources", async () => {
  let isClosed = false;
  const given = Object.assign(async () => answerOf(200), {
    close: async () => {
      isClosed = true;
    },
  });
  await createUpstreamClock(given, createFakeClock()).fetch.close?.();
  expect(isClosed).toBe(true);
});
