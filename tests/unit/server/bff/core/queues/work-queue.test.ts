import { expect, test } from "vitest";
import { createWorkQueue } from "#server/bff/core/queues/work-queue.ts";

const refusal = { emptyMs: 2_000, clock: { now: () => Date.parse("2026-11-20T12:00:00Z") } };

test("a limited number of tasks run at once, a limited number wait in order, and the others are refused at once", async () => {
  const queue = createWorkQueue({ running: 2, waiting: 2, ...refusal });
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const runs = gates.map(({ promise }, index) =>
    queue.run(async () => {
      begun.push(index);
      await promise;
      return index;
    }),
  );
  await expect(queue.run(async () => 9)).rejects.toMatchObject({
    code: "too_many_attempts",
    retryAt: "2026-11-20T12:00:02.000Z",
  });
  expect(begun).toEqual([0, 1]);
  gates[1]?.resolve();
  expect(await runs[1]).toBe(1);
  expect(begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
});

test("a failure releases its place", async () => {
  const queue = createWorkQueue({ running: 1, waiting: 1, ...refusal });
  const failing = queue.run(() => Promise.reject(new Error("no")));
  const next = queue.run(async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
  expect(await queue.run(async () => "again")).toBe("again");
});
