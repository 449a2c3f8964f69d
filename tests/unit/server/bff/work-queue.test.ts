import { expect, test } from "vitest";
import { createWorkQueue } from "#server/bff/work-queue.ts";

test("runs so many at a time, keeps so many waiting in order, and refuses the rest at once", async () => {
  const queue = createWorkQueue({ running: 2, waiting: 2 });
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const runs = gates.map(({ promise }, index) =>
    queue.run(async () => {
      begun.push(index);
      await promise;
      return index;
    }),
  );
  await expect(queue.run(async () => 9)).rejects.toMatchObject({ code: "too_many_attempts" });
  expect(begun).toEqual([0, 1]);
  gates[1]?.resolve();
  expect(await runs[1]).toBe(1);
  expect(begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
});

test("a failure gives its place on", async () => {
  const queue = createWorkQueue({ running: 1, waiting: 1 });
  const failing = queue.run(() => Promise.reject(new Error("no")));
  const next = queue.run(async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
  expect(await queue.run(async () => "again")).toBe("again");
});
