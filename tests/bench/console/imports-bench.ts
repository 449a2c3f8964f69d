import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";
import {
  type Import,
  type ImportState,
  importAnswerSchema,
  importColumnsSchema,
} from "#lib/contract/operations/imports.ts";
import { api } from "#lib/paths.ts";
import { percentile } from "#tests/bench/percentiles.ts";
import { signIn } from "#tests/bench/sign-in.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { readLists } from "./list-reads.ts";

const customers = 100;
const measuredMs = 10_000;

/** The maximum factor by which a person's lists may be slower while an import runs. */
const maxRatio = 2;

/** Runs imports over HTTP, as their page does. */
function createImporter(pool: Pool, origin: string, cookie: string) {
  const headers = { cookie, origin, "x-switchboard": "1" };
  const send = async (method: "GET" | "POST", path: string, body?: string, type = "application/json") => {
    const answer = await pool.request({
      method,
      path,
      body: body ?? null,
      headers: { ...headers, ...(body !== undefined && { "content-type": type }) },
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 400) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text);
  };
  const step = (importID: string, name: Parameters<typeof api.importStep>[2], body?: object) =>
    send("POST", api.importStep("sandbox", importID, name), body && JSON.stringify(body));
  const read = async (importID: string): Promise<Import> =>
    importAnswerSchema.parse(await send("GET", api.import("sandbox", importID))).import;
  const until = async (importID: string, state: ImportState) => {
    for (;;) {
      const found = await read(importID);
      if (found.state === state) return found;
      if (found.state === "paused") throw new Error(found.reason?.message);
      await setTimeout(200);
    }
  };
  return {
    read,
    /**
     * Uploads and starts an import. Waits until its first customer is created and all other customers remain. Returns
     * the import's ID.
     */
    async prepare(): Promise<string> {
      const mark = Date.now();
      const rows = Array.from({ length: customers }, (_, row) => {
        return `Bench ${mark} ${row},bench${row}.${mark}@import.example,essential,monthly,3`;
      });
      const file = ["companyName,adminEmail,plan,term,usersCount", ...rows].join("\n");
      const uploaded = await send("POST", api.imports("sandbox", "fileName=bench.csv"), file, "text/csv");
      const { importID } = importAnswerSchema.parse(uploaded).import;
      const { columns } = importColumnsSchema.parse(await send("GET", api.importColumns("sandbox", importID)));
      await step(importID, "map", {
        columns: Object.fromEntries(columns.map(({ name, field }) => [name, field ?? "ignore"])),
      });
      await step(importID, "check");
      const { digest } = await until(importID, "checked");
      await step(importID, "start", { digest, acceptWarnings: true });
      await until(importID, "first-done");
      return importID;
    },
    createRest: (importID: string) => step(importID, "resume", { to: "running" }),
  };
}

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
    const importID = await importer.prepare();
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
