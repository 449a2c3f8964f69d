import { expect, test } from "vitest";
import { createLog } from "#server/bff/core/log/log.ts";
import { logStop } from "#server/bff/log-stop.ts";

function logged() {
  const lines: { msg: string }[] = [];
  return { lines, log: createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }) };
}

test("the log has a line when a stop begins, and a line with its duration when it has ended", async () => {
  const { lines, log } = logged();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopped = logStop(log, { signal: "SIGTERM", requests: 3, streams: 2 }, () => promise);
  const begin = { level: 30, msg: "Switchboard is stopping", signal: "SIGTERM", requests: 3, streams: 2 };
  expect(lines).toMatchObject([begin]);
  resolve();
  await stopped;
  expect(lines).toMatchObject([begin, { level: 30, msg: "Switchboard has stopped", ms: expect.any(Number) }]);
});

test("a stop that fails is not logged as ended", async () => {
  const { lines, log } = logged();
  const start = { signal: undefined, requests: 0, streams: 0 };
  await expect(logStop(log, start, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(lines.map(({ msg }) => msg)).toEqual(["Switchboard is stopping"]);
});
