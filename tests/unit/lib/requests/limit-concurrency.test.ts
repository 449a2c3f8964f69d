import { expect, test } from "vitest";
import { limitConcurrency } from "#lib/requests/limit-concurrency.ts";

test("no more tasks run at once than allowed, in their order, and a failure lets the next task start", async () => {
  const run = limitConcurrency(3);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, number) =>
      run(async () => {
        begun.push(number);
        most = Math.max(most, ++running);
        await Promise.resolve();
        running -= 1;
        if (number % 4 === 0) throw new Error("refused");
        return number;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(begun).toEqual(begun.toSorted((one, other) => one - other));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
});
