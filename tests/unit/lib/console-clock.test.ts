import { afterEach, beforeEach, expect, test, vi } from "vitest";

const browserMs = Date.parse("2026-11-20T12:00:00.000Z");
const told = (ms: number) => new Date(browserMs + ms).toISOString();
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: browserMs });
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

/** How far the console's clock is ahead of the browser's, in milliseconds, after the console has sent these times. */
async function aheadAfter(...instants: string[]): Promise<number> {
  const { consoleNowMs, recordConsoleTime } = await import("#lib/console-clock.ts");
  for (const instant of instants) recordConsoleTime(instant);
  return consoleNowMs() - browserMs;
}

test.each([
  ["nothing was told", [], 0],
  ["the browser is an hour behind", [told(hour)], hour],
  ["the browser is an hour ahead", [told(-hour)], -hour],
  ["a later word was slower on its way", [told(hour - 20), told(hour - 900)], hour - 20],
  ["a later word was quicker on its way", [told(hour - 900), told(hour - 20)], hour - 20],
  ["the browser's clock was put right meanwhile", [told(hour), told(-30)], -30],
])("%s", async (_what, instants, ahead) => {
  expect(await aheadAfter(...instants)).toBe(ahead);
});

test("it continues between two answers", async () => {
  const { consoleNowMs, recordConsoleTime } = await import("#lib/console-clock.ts");
  recordConsoleTime(told(-hour));
  vi.advanceTimersByTime(7_000);
  expect(consoleNowMs()).toBe(browserMs - hour + 7_000);
});
