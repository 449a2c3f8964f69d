import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run, signalGroup, startChild } from "../../../scripts/setup/processes.mjs";

const node = process.execPath;

test("a program's output, lines and exit code are returned", async () => {
  const lines: string[] = [];
  const script = "process.stdout.write('one\\ntwo'); process.stderr.write(process.env.GREETING); process.exitCode = 3";
  const result = await run(node, ["-e", script], { env: { GREETING: "" }, onLine: (line) => lines.push(line) });
  expect(result).toEqual({ code: 3, output: "one\ntwo" });
  expect(lines).toEqual(["one", "two"]);
});

test("a program that cannot be started is a failure with its reason", async () => {
  const { code, output } = await run("no-such-program-anywhere", []);
  expect(code).toBe(1);
  expect(output).toContain("ENOENT");
});

test.skipIf(process.platform === "win32")(
  "processes that a program started end together with the program",
  async () => {
    const grandchild = "setInterval(() => {}, 1000); process.stdout.write(String(process.pid))";
    const script = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}], { stdio: "inherit" }); setInterval(() => {}, 1000)`;
    const child = startChild(node, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
    const [pid] = child.stdout ? await once(child.stdout, "data") : [];
    signalGroup(child, "SIGTERM");
    // The pipe closes when the last process closes it. The system reports the end of that process shortly after.
    await once(child, "close");
    await expect.poll(() => isThere(Number(String(pid)))).toBe(false);
  },
);

/**
 * True if the process is running. A zombie process that its parent has not collected also answers signal 0. So the
 * state of the process decides, on systems that report it.
 */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== "linux" || !/\) Z /.test(readStat(pid));
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return ") Z ";
  }
}
