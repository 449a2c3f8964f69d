import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { systemClock } from "#server/api-client/clock.ts";

const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;

test("a sleep ends after its time and removes its listener from the signal", async () => {
  const { signal } = new AbortController();
  await systemClock.sleep(1, signal);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an abort ends a sleep with its reason and leaves no timer", async () => {
  const before = timers();
  const controller = new AbortController();
  const sleeping = systemClock.sleep(60_000, controller.signal);
  expect(timers()).toBe(before + 1);
  controller.abort(new Error("woken"));
  await expect(sleeping).rejects.toThrow("woken");
  expect(timers()).toBe(before);
  await expect(systemClock.sleep(60_000, controller.signal)).rejects.toThrow("woken");
  expect(timers()).toBe(before);
});
