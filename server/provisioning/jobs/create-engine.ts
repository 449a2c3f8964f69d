import type { EngineOptions, JobEngine } from "./engine.ts";
import { createInProcessEngine } from "./in-process-engine.ts";
import { createPgBossEngine } from "./pg-boss-engine.ts";

/** The engine for the store. A SQLite file is written by one process; many processes share a Postgres database. */
export async function createEngine(options: EngineOptions & { databaseUrl: string }): Promise<JobEngine> {
  return options.store.dialect === "postgres" ? createPgBossEngine(options) : createInProcessEngine(options);
}
