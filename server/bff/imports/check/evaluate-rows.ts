import { createHash } from "node:crypto";
import type { ImportCandidate, ImportIssue } from "#lib/contract/operations/imports.ts";
import { type ImportRowState, openRowStates } from "#lib/contract/values/operations/import-states.ts";
import { createdAllowanceMs } from "#server/bff/creations/creation-match.ts";
import type { RowCheck, StoredImport, StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import { type MappedRow, mapRow, type RowRules } from "./map-row.ts";
import { type ComparisonKeys, comparisonKeysOf } from "./name-keys.ts";

/** A hash of the values that the comparison of a row uses. If the hash changes, the row must be compared again. */
export const comparedAsOf = (request: Record<string, unknown>, reference: string | null): string =>
  createHash("sha256")
    .update(JSON.stringify([comparisonKeysOf(request), reference]))
    .digest("hex");

interface Twins {
  /** The earlier row with the same name and address. If there is no such row, `candidates` has the similar rows. */
  same?: StoredImportRow;
  candidates: ImportCandidate[];
  issues: ImportIssue[];
}

/** The earlier rows, by the values that are compared. */
interface EarlierRows {
  match: Map<string, StoredImportRow>;
  name: Map<string, { row: StoredImportRow; mapped: MappedRow }>;
  email: Map<string, StoredImportRow>;
}

/** Finds the earlier rows of the file that share values with this row. */
function twinsOf(keys: ComparisonKeys, earlierRows: EarlierRows): Twins {
  const same = earlierRows.match.get(keys.match);
  if (same) return { same, candidates: [], issues: [] };
  const named = keys.name === "" ? undefined : earlierRows.name.get(keys.name);
  if (named) {
    const { email } = (named.mapped.request.adminUser ?? {}) as { email?: string };
    const { companyName } = named.mapped;
    const candidate = {
      kind: "row",
      id: String(named.row.line),
      companyName,
      ...(email && { email }),
      match: "name",
    } as const;
    return { candidates: [candidate], issues: [] };
  }
  const mailed = keys.email === "" ? undefined : earlierRows.email.get(keys.email);
  if (!mailed) return { candidates: [], issues: [] };
  const message = `The row of line ${mailed.line} has the same e-mail address.`;
  return { candidates: [], issues: [{ level: "warning", fault: "same-email", message }] };
}

/** The matches of each row in the API and among the operations, by the position of the row. */
export type Compared = ReadonlyMap<number, readonly ImportCandidate[]>;

/** An unfinished import in a store that was restored from a backup. */
export interface RestoredImport {
  /** The time from which this import may have created customers, by the API's clock, in milliseconds since 1970. */
  sinceMs: number;
  /** Customers that recorded creations have created. Absent if the rows are not compared again. */
  ownCustomers?: ReadonlySet<string>;
}

/** What a check must know about an import that continues after a restore. Undefined for all other imports. */
export function restoredImportOf(
  { restoredAt, startedAt, createdAt }: StoredImport,
  clockAheadMs: number,
): RestoredImport | undefined {
  if (restoredAt === null) return undefined;
  return { sinceMs: (startedAt ?? createdAt) + clockAheadMs - createdAllowanceMs };
}

interface Found {
  compared?: Compared;
  incomplete?: string | null;
  restored?: RestoredImport | undefined;
}

/**
 * Sets the state of every open row from the rules of the form, the other rows and the comparison. Without `compared`,
 * the stored comparison is used if the row's values are unchanged.
 */
export function evaluateRows(
  rows: readonly StoredImportRow[],
  rules: RowRules,
  { compared, incomplete, restored }: Found = {},
): RowCheck[] {
  const earlierRows: EarlierRows = { match: new Map(), name: new Map(), email: new Map() };
  const mappedRows = rows.map((row) => mapRow(row, rules));
  const references = Map.groupBy(rows.keys(), (index) => mappedRows[index]?.reference ?? null);
  const explained = restored ? customersOfRows(rows, compared, restored) : new Set<string>();
  /**
   * True for a match that needs a person's decision. A match by address alone needs a decision only if this import may
   * have created the customer.
   */
  const needsDecision = (one: ImportCandidate) =>
    one.match !== "email" ||
    (restored !== undefined && one.kind === "customer" && isCreatedSince(one, restored) && !explained.has(one.id));
  return rows.flatMap((row, index): RowCheck[] => {
    const mapped = mappedRows[index] as MappedRow;
    const { request, companyName, reference } = mapped;
    const keys = comparisonKeysOf(request);
    const twins = twinsOf(keys, earlierRows);
    const other = reference === null ? undefined : references.get(reference)?.find((one) => one !== index);
    const issues = [...mapped.issues, ...twins.issues];
    if (other !== undefined) {
      issues.push({
        level: "error",
        fault: "same-reference",
        message: `Line ${rows[other]?.line} has the same reference.`,
      });
    }
    const isSound = issues.every(({ level }) => level !== "error");
    const isOpen = openRowStates.some((state) => state === row.state);
    if (isSound && !twins.same) {
      earlierRows.match.set(keys.match, row);
      if (keys.name !== "" && !earlierRows.name.has(keys.name)) earlierRows.name.set(keys.name, { row, mapped });
      if (keys.email !== "" && !earlierRows.email.has(keys.email)) earlierRows.email.set(keys.email, row);
    }
    if (!isOpen) return [];
    const comparedAs = comparedAsOf(request, reference);
    const isCompared = compared !== undefined || row.comparedAs === comparedAs;
    const outside =
      compared?.get(row.position) ?? (isCompared ? row.candidates.filter(({ kind }) => kind !== "row") : []);
    for (const { match, companyName: name } of outside) {
      if (match !== "email") continue;
      issues.push({
        level: "warning",
        fault: "same-email",
        message: `A customer has the same e-mail address: ${name || "without a name"}.`,
      });
    }
    if (isSound && isCompared && incomplete) issues.push({ level: "warning", message: incomplete });
    const candidates = [...outside, ...twins.candidates];
    // A row that cannot be sent is not compared. For such a row, only the decision to skip it is valid.
    const isDecided = row.comparedAs === comparedAs || (row.comparedAs === null && row.decision === "skip");
    // A decision covers the matches that existed when the person decided. A new match needs a new decision, unless its
    // customer was created by a row of this import.
    const isNew = (one: ImportCandidate) => needsDecision(one) && !isKnown(row, one) && !explained.has(one.id);
    const isNews = restored !== undefined && compared !== undefined && candidates.some(isNew);
    const decision = isDecided && !isNews ? row.decision : null;
    const isUndecided = decision === null && candidates.some(needsDecision);
    const stand = standOf({ isSound, isCompared, same: twins.same, candidates, decision, isUndecided, restored });
    const check: RowCheck = {
      position: row.position,
      request: isSound ? request : null,
      companyName: companyName === "" ? null : companyName,
      reference,
      issues,
      candidates,
      // Only rows without errors are compared with the API's customers.
      comparedAs: isCompared && isSound ? comparedAs : null,
      decision,
      operationID: null,
      customerID: null,
      ...stand,
    };
    return [check];
  });
}

const isKnown = ({ candidates }: StoredImportRow, { kind, id }: ImportCandidate) =>
  candidates.some((one) => one.kind === kind && one.id === id);

const isCreatedSince = ({ created }: ImportCandidate, { sinceMs }: RestoredImport) =>
  created !== undefined && Date.parse(created) >= sinceMs;

/** The customers that rows of this import have created. A row that is similar to such a customer needs no decision. */
function customersOfRows(
  rows: readonly StoredImportRow[],
  compared: Compared | undefined,
  restored: RestoredImport,
): ReadonlySet<string> {
  const own = [...(compared?.values() ?? [])].flat().filter((one) => isOwnCreation(one, restored));
  return new Set([...rows.flatMap(({ customerID }) => customerID ?? []), ...own.map(({ id }) => id)]);
}

interface Standing {
  isSound: boolean;
  isCompared: boolean;
  same: StoredImportRow | undefined;
  candidates: readonly ImportCandidate[];
  decision: "create" | "skip" | null;
  isUndecided: boolean;
  restored: RestoredImport | undefined;
}

type Stand = { state: ImportRowState; reason: string | null } & Partial<Pick<RowCheck, "operationID" | "customerID">>;

function standOf(standing: Standing): Stand {
  const { isSound, isCompared, same, candidates, decision, isUndecided, restored } = standing;
  if (!isSound) return { state: decision === "skip" ? "skipped" : "error", reason: null };
  if (same) return { state: "same", reason: `Line ${same.line} has the same name and e-mail address.` };
  if (!isCompared) return { state: "pending", reason: null };
  const own = restored && candidates.find((one) => isOwnCreation(one, restored));
  if (own) return { state: "created", reason: createdBeforeRestore, customerID: own.id };
  const twin = candidates.find(({ match, deleted }) => match === "same" && !deleted);
  if (twin?.kind === "customer") {
    return { state: "same", reason: "This customer exists.", customerID: twin.id };
  }
  if (twin)
    return { state: "same", reason: "This customer was created or is being created here.", operationID: twin.id };
  if (decision === "skip") return { state: "skipped", reason: null };
  return { state: isUndecided ? "similar" : "ready", reason: null };
}

const createdBeforeRestore =
  "Created before the restore: a customer with this name and e-mail address exists that is newer than this import.";

/**
 * True for a customer that this import has created after the backup was made. No recorded creation explains such a
 * customer.
 */
const isOwnCreation = (candidate: ImportCandidate, restored: RestoredImport) =>
  candidate.kind === "customer" &&
  candidate.match === "same" &&
  isCreatedSince(candidate, restored) &&
  restored.ownCustomers?.has(candidate.id) === false;

/** A hash of everything that would be sent. It ensures that a person starts exactly the import that this person saw. */
export function digestOf({ environment }: Pick<StoredImport, "environment">, rows: readonly RowCheck[]): string {
  const sent = rows
    .filter(({ state }) => state === "ready")
    .map(({ position, request, reference }) => [position, request, reference]);
  return createHash("sha256")
    .update(JSON.stringify([environment, sent]))
    .digest("hex");
}
