import { afterEach, beforeEach, expect, test, vi } from "vitest";

const browserMs = Date.parse("2026-11-20T12:00:00.000Z");
const consoleTime = (ms: number) => new Date(browserMs + ms).toISOString();
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: browserMs });
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

/**
 * Returns how far the console's clock is ahead of the browser's clock, in milliseconds, after the console has sent
 * these times.
 */
async function aheadAfter(...instants: string[]): Promise<number> {
  const { consoleNowMs, recordConsoleTime } = await import("#lib/console-clock.ts");
  for (const instant of instants) recordConsoleTime(instant);
  return consoleNowMs() - browserMs;
}

test.each([
  ["the console has sent no time", [], 0],
  ["the browser is an hour behind", [consoleTime(hour)], hour],
  ["the browser is an hour ahead", [consoleTime(-hour)], -hour],
  ["a later answer was slower", [consoleTime(hour - 20), consoleTime(hour - 900)], hour - 20],
  ["a later answer was faster", [consoleTime(hour - 900), consoleTime(hour - 20)], hour - 20],
  ["the browser's clock was corrected in the meantime", [consoleTime(hour), consoleTime(-30)], -30],
])("the console's clock is right if %s", async (_what, instants, ahead) => {
  expect(await aheadAfter(...instants)).toBe(ahead);
});

test("the console's clock continues between two answers", async () => {
  const { consoleNowMs, recordConsoleTime } = await import("#lib/console-clock.ts");
  recordConsoleTime(consoleTime(-hour));
  vi.advanceTimersByTime(7_000);
  expect(consoleNowMs()).toBe(browserMs - hour + 7_000);
});
