import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { readCsv } from "#server/bff/core/csv/read-csv.ts";
import { stallingFiles } from "#tests/fixtures/csv/stalling-files.ts";

/**
 * Parses files that need much work for each byte, and measures the longest event-loop task, because a health request
 * may have to wait for it. Measures it in two ways: as delay, which includes other work of the machine, and as
 * processor time of this thread. Exits with 1 if the processor time is above 50 ms. To run it: `npm run soak -- uploads
 * [times]`.
 */
const [times = 5] = process.argv.slice(2).map(Number);
const maxTurnMs = 50;

const threadMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const rows: { file: string; seconds: number; turns: number; longestTurnMs: number; longestDelayMs: number }[] = [];
const rounded = (value: number) => Math.round(value * 10) / 10;
for (const { name, bytes } of stallingFiles) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let [turns, longestTurnMs, turnFrom, startedMs] = [0, 0, 0, 0];
  const endTurn = () => {
    turns += 1;
    longestTurnMs = Math.max(longestTurnMs, threadMs() - turnFrom);
  };
  const giveWay = async () => {
    endTurn();
    await setImmediate();
    turnFrom = threadMs();
  };
  // The first run compiles the code, so it is not measured.
  for (let time = 0; time <= times; time += 1) {
    if (time === 1) {
      [turns, longestTurnMs, startedMs] = [0, 0, performance.now()];
      delay.enable();
    }
    turnFrom = threadMs();
    await readCsv(bytes, { encoding: "utf-8" }, giveWay).catch(() => {});
    endTurn();
    await setImmediate();
  }
  delay.disable();
  rows.push({
    file: name,
    seconds: rounded((performance.now() - startedMs) / 1_000 / times),
    turns: Math.round(turns / times),
    longestTurnMs: rounded(longestTurnMs),
    longestDelayMs: rounded(delay.max / 1e6),
  });
}
console.table(rows);
const longest = Math.max(...rows.map((row) => row.longestTurnMs));
console.log(`The longest turn took ${longest} ms of ${maxTurnMs} ms.`);
process.exitCode = longest <= maxTurnMs ? 0 : 1;
