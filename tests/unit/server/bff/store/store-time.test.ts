import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStoreTime } from "#server/bff/store/store-time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const takes = (ms: number) => () => new Promise<string>((resolve) => setTimeout(resolve, ms, "read"));
const tooLong = "waited for the database";

test("consecutive reads fail when together they have taken the whole time limit", async () => {
  const { within } = createStoreTime(1_000);
  const first = within(takes(600));
  await vi.advanceTimersByTimeAsync(600);
  expect(await first).toBe("read");
  const second = expect(within(takes(600))).rejects.toThrow(tooLong);
  await vi.advanceTimersByTimeAsync(399);
  expect(vi.getTimerCount()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  await second;
});

test("nothing is read any more when the time limit is reached", async () => {
  const { within } = createStoreTime(1_000);
  const first = expect(within(takes(2_000))).rejects.toThrow(tooLong);
  await vi.advanceTimersByTimeAsync(1_000);
  await first;
  const call = vi.fn(takes(1));
  await expect(within(call)).rejects.toThrow(tooLong);
  expect(call).not.toHaveBeenCalled();
});

test("simultaneous reads count once, and other waiting does not count", async () => {
  const { within } = createStoreTime(1_000);
  for (let round = 0; round < 3; round++) {
    const both = Promise.all([within(takes(300)), within(takes(300))]);
    await vi.advanceTimersByTimeAsync(300);
    expect(await both).toEqual(["read", "read"]);
    // The program does not use the store during this time, for example because it waits for the API.
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(vi.getTimerCount()).toBe(0);
});

test("a failure of the store is reported unchanged", async () => {
  const { within } = createStoreTime(1_000);
  const failing = within(async () => {
    throw new Error("disk full");
  });
  await expect(failing).rejects.toThrow("disk full");
  expect(vi.getTimerCount()).toBe(0);
});

test("work without the limit runs to its end, however long it takes", async () => {
  const { within, lift } = createStoreTime(1_000);
  const reading = within(takes(3_000));
  lift();
  const later = within(takes(4_000));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await Promise.all([reading, later])).toEqual(["read", "read"]);
});
