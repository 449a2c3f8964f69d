import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

/**
 * The time after which a case is stopped, in milliseconds. A linear case takes much less, even on a very busy machine.
 */
const hangsAfterMs = 30_000;

test("no pattern and no parser of foreign text stalls on half a megabyte of hostile text", async () => {
  const worker = new Worker(new URL("../fixtures/hostile-text/worker.ts", import.meta.url));
  let current: string | undefined = "nothing yet";
  let begun = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout;
      const watch = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new Error(`It hangs: ${current}`)), hangsAfterMs);
      };
      watch();
      worker.on("error", reject);
      worker.on("message", (name: string | undefined) => {
        current = name;
        begun += name === undefined ? 0 : 1;
        watch();
        if (name !== undefined) return;
        clearTimeout(timer);
        resolve();
      });
    });
  } finally {
    await worker.terminate();
  }
  expect(begun).toBeGreaterThan(1_000);
});
