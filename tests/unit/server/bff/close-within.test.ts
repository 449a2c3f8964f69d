import { expect, test, vi } from "vitest";
import { closeWithin } from "#server/bff/close-within.ts";
import { createLog } from "#server/bff/core/log/log.ts";

function logged(): { lines: string[]; log: ReturnType<typeof createLog> } {
  const lines: string[] = [];
  return { lines, log: createLog("info", { write: (line) => void lines.push(line) }) };
}

test("closing that never ends is cut off in time, and the log says so", async () => {
  vi.useFakeTimers();
  const { lines, log } = logged();
  const done = vi.fn();
  void closeWithin(new Promise(() => {}), 15_000, log).then(done);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalled();
  expect(lines.join("")).toContain("cut off");
  vi.useRealTimers();
});

test("closing waits until the work has ended, and a failure is reported", async () => {
  const { lines, log } = logged();
  await closeWithin(Promise.resolve(), 15_000, log);
  await expect(closeWithin(Promise.reject(new Error("no")), 15_000, log)).rejects.toThrow("no");
  expect(lines).toEqual([]);
});
