import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";
import { percentile } from "#tests/bench/percentiles.ts";
import { signIn } from "#tests/bench/sign-in.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { readLists } from "./list-reads.ts";

const pagesPerSecond = 5;
const measuredMs = 20_000;
const goalMs = 60;

async function readPages(pool: Pool, cookie: string, count: number): Promise<void> {
  const one = async (index: number) => {
    await setTimeout((index * 1_000) / pagesPerSecond);
    const headers = { cookie, accept: "text/html" };
    const { statusCode, body } = await pool.request({ method: "GET", path: "/production/customers", headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`the page answered ${statusCode}`);
  };
  await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}

/** Measures the time of a list while the same process renders pages, and while it does not. Needs the build. */
export async function benchShared(): Promise<void> {
  const running = await startConsole({ logToFile: true });
  const pool = new Pool(running.origin, { connections: 16 });
  try {
    const cookie = await signIn(running.origin, { email: "viewer@demo.test", password: "demo demo demo" });
    await readPages(pool, cookie, 10 * pagesPerSecond);
    for (const pages of [0, (measuredMs / 1_000) * pagesPerSecond]) {
      const until = performance.now() + measuredMs;
      const [times] = await Promise.all([
        readLists(pool, cookie, () => performance.now() > until),
        readPages(pool, cookie, pages),
      ]);
      const p99 = percentile(times, 0.99);
      console.log(
        `lists with ${pages === 0 ? "no pages" : `${pagesPerSecond} pages a second`}: median ${percentile(times, 0.5).toFixed(1)} ms, ` +
          `99 % under ${p99.toFixed(1)} ms of ${times.length}; under ${goalMs} ms: ${p99 < goalMs ? "kept" : "MISSED"}`,
      );
    }
  } finally {
    await pool.close();
    await running.close();
  }
}
