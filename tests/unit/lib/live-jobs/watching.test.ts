import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { createJobHub, JobHub } from "#lib/live-jobs/hub.ts";
import { createWatching } from "#lib/live-jobs/watching.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watchedHub() {
  const wanted: string[] = [];
  const hub: JobHub = {
    want(jobIDs) {
      wanted.push(...jobIDs);
      return () => {
        for (const jobID of jobIDs) wanted.splice(wanted.indexOf(jobID), 1);
      };
    },
  };
  return { wanted, createJobHub: (() => hub) as typeof createJobHub };
}

test("the code that follows jobs is loaded once, with the first followed job", async () => {
  const { wanted, createJobHub } = watchedHub();
  const importHub = vi.fn(async () => ({ createJobHub }));
  const watching = createWatching("sandbox", importHub);
  expect(importHub).not.toHaveBeenCalled();
  const end = watching.want(["a"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(wanted).toEqual(["a"]);
  watching.want(["b"]);
  expect(wanted).toEqual(["a", "b"]);
  end();
  expect(wanted).toEqual(["b"]);
  expect(importHub).toHaveBeenCalledTimes(1);
});

test("a job that is no longer needed when the scripts have loaded is not followed", async () => {
  const { wanted, createJobHub } = watchedHub();
  const watching = createWatching("sandbox", async () => ({ createJobHub }));
  watching.want(["a"])();
  await vi.advanceTimersByTimeAsync(0);
  expect(wanted).toEqual([]);
});

test("scripts that could not be loaded are requested again while a job is needed", async () => {
  const { wanted, createJobHub } = watchedHub();
  const importHub = vi
    .fn<() => Promise<{ createJobHub: typeof createJobHub }>>()
    .mockRejectedValueOnce(new Error("offline"))
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue({ createJobHub });
  const watching = createWatching("sandbox", importHub);
  const end = watching.want(["a"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(importHub).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(wanted).toEqual(["a"]);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(importHub).toHaveBeenCalledTimes(3);
});
