import type { EngineOptions, JobEngine } from "./engine.ts";
import { createInProcessEngine } from "./in-process-engine.ts";
import { createPgBossEngine } from "./pg-boss-engine.ts";

/**
 * Creates the engine for the kind of store. A SQLite file has only one writing process, but a PostgreSQL database may
 * be shared by many processes.
 */
export async function createEngine(options: EngineOptions & { databaseUrl: string }): Promise<JobEngine> {
  return options.store.dialect === "postgres" ? createPgBossEngine(options) : createInProcessEngine(options);
}
