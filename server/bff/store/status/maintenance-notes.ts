import { appendFileSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { type MaintenanceRun, type MaintenanceStore, maintenanceRunSchema } from "./maintenance.ts";

/** Where a program that may not write the SQLite file leaves what it has done, for the console to record. */
const notesPath = (databaseUrl: string): string | undefined => {
  const path = /^sqlite:(.+)$/.exec(databaseUrl)?.[1];
  return path === undefined || path === ":memory:" ? undefined : `${path}.maintenance`;
};

/** Leaves a note of a run; false on Postgres, where it is recorded directly. */
export function noteRun(databaseUrl: string, run: MaintenanceRun): boolean {
  const path = notesPath(databaseUrl);
  if (path === undefined) return false;
  appendFileSync(path, `${JSON.stringify(run)}\n`, { mode: 0o600 });
  return true;
}

/** Records the runs that were left as notes, and removes the notes. */
export async function recordNotes(databaseUrl: string, maintenance: MaintenanceStore): Promise<void> {
  const path = notesPath(databaseUrl);
  if (path === undefined) return;
  const taken = `${path}.taken`;
  // Taken first: what is noted from now on goes to a new file. One that is there was not recorded to its end.
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
