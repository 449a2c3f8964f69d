import { appendFileSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { type MaintenanceRun, type MaintenanceStore, maintenanceRunSchema } from "./maintenance.ts";

/**
 * If the store is an SQLite file, maintenance programs may not be allowed to write to it. They record their runs in a
 * second file, and the console imports the runs from there. Returns the path of this second file. Undefined if the
 * store is not an SQLite file.
 */
const notesPath = (databaseUrl: string): string | undefined => {
  const path = /^sqlite:(.+)$/.exec(databaseUrl)?.[1];
  return path === undefined || path === ":memory:" ? undefined : `${path}.maintenance`;
};

/**
 * Records a run in the file. False if the store is not an SQLite file. In this case, the caller must record the run in
 * the store.
 */
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
