import { setTimeout } from "node:timers/promises";
import type { Pool } from "undici";
import {
  type Import,
  type ImportState,
  importAnswerSchema,
  importColumnsSchema,
} from "#lib/contract/operations/imports.ts";
import { api } from "#lib/paths.ts";

/** Runs imports over HTTP, as their page does. */
export function createImporter(pool: Pool, origin: string, cookie: string) {
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
     * Uploads and starts an import of `customers` rows. Waits until its first customer is created and all other
     * customers remain. Returns the import's ID.
     */
    async prepare(customers: number): Promise<string> {
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
