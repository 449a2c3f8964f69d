import type { Bulk } from "#lib/contract/operations/bulk.ts";
import type { Import } from "#lib/contract/operations/imports.ts";
import { bulkNeedsPerson } from "#lib/contract/values/operations/bulk-states.ts";
import { importNeedsPerson } from "#lib/contract/values/operations/import-states.ts";
import { isRunActive, isRunOver } from "#lib/contract/values/operations/run-states.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { pages } from "#lib/paths.ts";
import { bulkProgress, bulkSize, importProgress } from "#lib/run-progress.ts";

/** A bulk change or an import of the person, with the data that the tray needs. */
export interface TrayRun {
  of: { bulk: Bulk } | { found: Import };
  id: string;
  /** Identifies the run in its current state. */
  key: string;
  href: string;
  /** True while the console works on the run. False if the run waits for a person or has ended. */
  isActive: boolean;
  isOver: boolean;
  needsPerson: boolean;
  progress: { done: number; of: number };
  /** The number of customers in the bulk change or import. Undefined if it is not known yet. */
  total: number | undefined;
  createdAt: string;
  finishedAt: string | undefined;
}

export function runOfBulk(bulk: Bulk): TrayRun {
  const { bulkID, environment, state, createdAt, finishedAt } = bulk;
  return {
    of: { bulk },
    id: bulkID,
    key: `${bulkID} ${state}`,
    href: pages.bulk(environment, bulkID),
    isActive: isRunActive(state),
    isOver: isRunOver(state),
    needsPerson: bulkNeedsPerson(bulk),
    progress: bulkProgress(bulk),
    total: bulkSize(bulk),
    createdAt,
    finishedAt,
  };
}

export function runOfImport(found: Import): TrayRun {
  const { importID, environment, state, counts, createdAt, finishedAt } = found;
  return {
    of: { found },
    id: importID,
    key: `${importID} ${state}`,
    href: pages.import(environment, importID),
    isActive: isRunActive(state),
    isOver: isRunOver(state),
    needsPerson: importNeedsPerson(found),
    progress: importProgress(found),
    total: counts.rows,
    createdAt,
    finishedAt,
  };
}

/** The runs that have not ended, and the runs that ended within 24 hours before `asOf`. */
export function currentRuns(runs: readonly TrayRun[], asOf: string): TrayRun[] {
  const fromMs = Date.parse(asOf) - dayMs;
  return runs.filter(({ isOver, finishedAt, createdAt }) => !isOver || Date.parse(finishedAt ?? createdAt) >= fromMs);
}
