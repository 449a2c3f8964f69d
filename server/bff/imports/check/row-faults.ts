import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ChangeImportRows } from "#lib/contract/operations/import-requests.ts";
import type { ImportFault, ImportIssue } from "#lib/contract/operations/imports.ts";
import {
  type ImportRowState,
  issueLevels,
  rowFaults,
  settableFields,
} from "#lib/contract/values/operations/import-states.ts";
import type { StoredImport, StoredImportRow } from "#server/bff/store/imports/import-rows.ts";

type OfFault = NonNullable<ChangeImportRows["ofFault"]>;
type FaultName = Pick<ImportFault, "level" | "fault" | "column">;

/** The states of rows whose faults still need a person's decision. */
export const faultyStates = ["pending", "error", "similar", "ready"] as const satisfies ImportRowState[];

const isFaulty = ({ state }: Pick<StoredImportRow, "state">) => faultyStates.some((one) => one === state);

const keyOf = ({ level, fault, column }: FaultName) => JSON.stringify([level, fault, column ?? null]);

const faultNames = (issues: readonly ImportIssue[]): FaultName[] =>
  issues.flatMap(({ level, fault, column }) =>
    fault === undefined ? [] : [{ level, fault, ...(column !== undefined && { column }) }],
  );

/** The faults of all rows, with errors first. Each fault has the number of rows with it. */
export function faultsOf(rows: readonly Pick<StoredImportRow, "state" | "issues">[]): ImportFault[] {
  const faults = new Map<string, ImportFault>();
  for (const { issues } of rows.filter(isFaulty)) {
    const names = new Map(faultNames(issues).map((name) => [keyOf(name), name]));
    for (const [key, name] of names) faults.set(key, { ...name, rows: (faults.get(key)?.rows ?? 0) + 1 });
  }
  const order = ({ level, fault }: ImportFault) =>
    issueLevels.indexOf(level) * rowFaults.length + rowFaults.indexOf(fault);
  return [...faults.values()].toSorted((a, b) => order(a) - order(b) || b.rows - a.rows);
}

/**
 * The positions of the rows with a fault. Throws if the number of rows has changed since the person saw it. Also throws
 * if the column cannot get one value for all these rows.
 */
export function positionsOf(
  { mapping }: Pick<StoredImport, "mapping">,
  rows: readonly StoredImportRow[],
  ofFault: OfFault,
): ReadonlySet<number> {
  const { column, set } = ofFault;
  const field = column === undefined ? undefined : mapping?.columns[column];
  if (set !== undefined && !settableFields.some((one) => one === field)) {
    const errors = [
      { field: "ofFault.set", message: "is possible only for plan, term, e-mail address and number of users" },
    ];
    throw new AppError("invalid_request", "These rows cannot get one value.", { errors });
  }
  const key = keyOf(ofFault);
  const found = rows.filter((row) => isFaulty(row) && faultNames(row.issues).some((name) => keyOf(name) === key));
  if (found.length !== ofFault.rows) {
    throw new AppError(
      "run_moved",
      "The rows with this fault have changed since you saw them, so nothing was changed.",
    );
  }
  return new Set(found.map(({ position }) => position));
}
