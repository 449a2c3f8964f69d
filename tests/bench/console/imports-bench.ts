import { Pool } from "undici";
import { percentile } from "#tests/bench/percentiles.ts";
import { signIn } from "#tests/bench/sign-in.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { createImporter } from "./importer.ts";
import { readLists } from "./list-reads.ts";

const customers = 100;
const measuredMs = 10_000;

/** The maximum factor by which a person's lists may be slower while an import runs. */
const maxRatio = 2;

/** Measures the time of a person's lists with and without an import that runs. Needs the build. */
export async function benchImports(): Promise<void> {
  const running = await startConsole({ logToFile: true });
  const pool = new Pool(running.origin, { connections: 4 });
  try {
    const person = { email: "editor@demo.test", password: "demo demo demo" };
    const cookie = await signIn(running.origin, person);
    const importer = createImporter(pool, running.origin, cookie);
    const measure = () => {
      const untilMs = performance.now() + measuredMs;
      return readLists(pool, cookie, () => performance.now() > untilMs);
    };
    await measure();
    const importID = await importer.prepare(customers);
    const without = await measure();
    await importer.createRest(importID);
    const during = await measure();
    const { state, counts } = await importer.read(importID);
    const done = `${counts.created} of ${customers} customers created, ${state}`;
    for (const [name, part] of [
      ["median", 0.5],
      ["95 % under", 0.95],
    ] as const) {
      const [before, now] = [percentile(without, part), percentile(during, part)];
      const ratio = now / before;
      console.log(
        `lists while an import runs (${done}): ${name} ${now.toFixed(1)} ms, without ${before.toFixed(1)} ms, ` +
          `ratio ${ratio.toFixed(2)}, at most ${maxRatio}: ${ratio <= maxRatio ? "kept" : "MISSED"}`,
      );
    }
  } finally {
    await pool.close();
    await running.close();
  }
}
