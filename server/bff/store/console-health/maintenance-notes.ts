import { appendFileSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { type MaintenanceRun, type MaintenanceStore, maintenanceRunSchema } from "./maintenance.ts";

/**
 * The path of the file in which programs record their runs if they may not write to the SQLite file. The console
 * imports the runs. Undefined if the store is not an SQLite file.
 */
const notesPath = (databaseUrl: string): string | undefined => {
  const path = /^sqlite:(.+)$/.exec(databaseUrl)?.[1];
  return path === undefined || path === ":memory:" ? undefined : `${path}.maintenance`;
};

/** Records a run in the file. Returns false on PostgreSQL, where the run must be recorded directly in the store. */
export function noteRun(databaseUrl: string, run: MaintenanceRun): boolean {
  const path = notesPath(databaseUrl);
  if (path === undefined) return false;
  appendFileSync(path, `${JSON.stringify(run)}\n`, { mode: 0o600 });
  return true;
}

/** Imports the recorded runs and removes the file. */
export async function recordNotes(databaseUrl: string, maintenance: MaintenanceStore): Promise<void> {
  const path = notesPath(databaseUrl);
  if (path === undefined) return;
  const taken = `${path}.taken`;
  // The file is renamed first, so that later notes go to a new file. If a renamed file already exists, an earlier
  // import of it did not finish.
  if (!existsSync(taken)) {
    if (!existsSync(path)) return;
    renameSync(path, taken);
  }
  for (const line of readFileSync(taken, "utf8").split("\n")) {
    const run = maintenanceRunSchema.safeParse(parseLine(line));
    if (run.success) await maintenance.record(run.data);
  }
  rmSync(taken);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
