import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hold, holderOf, holdersIn, withLock } from "../../../scripts/setup/lock.mjs";

/** No process has this ID, because Linux, macOS and Windows use smaller numbers. */
const deadProcess = 2 ** 30;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-lock-"));
  file = join(folder, "lock");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const leave = (pid: number, host = hostname()) =>
  writeFileSync(file, JSON.stringify({ pid, host, what: "npm start", token: "t" }));

test("work under the lock never overlaps", async () => {
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await new Promise(setImmediate);
    events.push(`${name} ends`);
  };
  const waited = vi.fn();
  await Promise.all([withLock(file, "one", work("one"), waited), withLock(file, "two", work("two"), waited)]);
  expect(events).toEqual(["one begins", "one ends", "two begins", "two ends"]);
  expect(waited).toHaveBeenCalledOnce();
  expect(existsSync(file)).toBe(false);
});

test("a failure releases the lock and is reported", async () => {
  const failing = withLock(file, "one", () => Promise.reject(new Error("no disk")), vi.fn());
  await expect(failing).rejects.toThrow("no disk");
  expect(existsSync(file)).toBe(false);
});

test("the lock of a dead process is taken over at once", async () => {
  leave(deadProcess);
  const waited = vi.fn();
  await withLock(file, "one", async () => expect(readFileSync(file, "utf8")).toContain(`"pid":${process.pid}`), waited);
  expect(waited).not.toHaveBeenCalled();
});

test("a lock that was not renewed for a minute is free, even if another process uses its process ID", () => {
  leave(process.pid);
  expect(holderOf(file)?.what).toBe("npm start");
  utimesSync(file, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000));
  expect(holderOf(file)).toBeUndefined();
});

test("a lock of another machine or container is judged only by its heartbeat", () => {
  leave(deadProcess, "another-machine");
  expect(holderOf(file)?.pid).toBe(deadProcess);
});

test("a partially written lock counts as taken", () => {
  writeFileSync(file, '{"pid":');
  expect(holderOf(file)).toBeDefined();
});

test("a folder that cannot be written causes one sentence as its error", () => {
  writeFileSync(file, "not a folder");
  expect(() => hold(join(file, "below"), "npm start")).toThrow(/^Switchboard cannot write to .*: make it writable/);
});

test("running programs are found, and programs that have ended are forgotten", () => {
  file = join(folder, "in-use-1");
  leave(deadProcess);
  file = join(folder, "in-use-2");
  leave(deadProcess, "another-machine");
  const mine = hold(join(folder, "in-use-3"), "npm test");
  expect(holdersIn(folder, "in-use-").map((holder) => holder.host)).toEqual(["another-machine"]);
  expect(existsSync(join(folder, "in-use-1"))).toBe(false);
  mine?.release();
  expect(existsSync(join(folder, "in-use-3"))).toBe(false);
});
