import { createHash } from "node:crypto";
import type { ImportCandidate, ImportIssue } from "#lib/contract/operations/imports.ts";
import type { ImportRowState } from "#lib/contract/values/operations/import-states.ts";
import type { RowCheck, StoredImport, StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import { type MappedRow, mapRow, type RowRules } from "./map-row.ts";
import { type ComparisonKeys, comparisonKeysOf } from "./name-keys.ts";

/** What a row was compared by: with other values the comparison has to be made again. */
export const comparedAsOf = (request: Record<string, unknown>, reference: string | null): string =>
  createHash("sha256")
    .update(JSON.stringify([comparisonKeysOf(request), reference]))
    .digest("hex");

interface Twins {
  /** The row that has the same name and address, or else the candidates. */
  same?: StoredImportRow;
  candidates: ImportCandidate[];
  issues: ImportIssue[];
}

/** The rows that came before, by what they are compared by. */
interface Seen {
  match: Map<string, StoredImportRow>;
  name: Map<string, { row: StoredImportRow; mapped: MappedRow }>;
  email: Map<string, StoredImportRow>;
}

/** What a row has in common with rows before it. */
function twinsOf(keys: ComparisonKeys, seen: Seen): Twins {
  const same = seen.match.get(keys.match);
  if (same) return { same, candidates: [], issues: [] };
  const named = keys.name === "" ? undefined : seen.name.get(keys.name);
  if (named) {
    const { email } = (named.mapped.request.adminUser ?? {}) as { email?: string };
    const { companyName } = named.mapped;
    const found = {
      kind: "row",
      id: String(named.row.line),
      companyName,
      ...(email && { email }),
      match: "name",
    } as const;
    return { candidates: [found], issues: [] };
  }
  const mailed = keys.email === "" ? undefined : seen.email.get(keys.email);
  if (!mailed) return { candidates: [], issues: [] };
  const message = `The row of line ${mailed.line} has the same e-mail address.`;
  return { candidates: [], issues: [{ level: "warning", message }] };
}

/** What was found in the API and among the operations, for rows as they are now. */
export type Compared = ReadonlyMap<number, readonly ImportCandidate[]>;

/**
 * Says of every row where it stands, by the rules of the form, by the other rows and by what it was compared with.
 * Without `compared` what is stored counts, as far as it was compared with the values that the row has now.
 */
export function evaluateRows(
  rows: readonly StoredImportRow[],
  rules: RowRules,
  { compared, incomplete }: { compared?: Compared; incomplete?: string | null } = {},
): RowCheck[] {
  const seen: Seen = { match: new Map(), name: new Map(), email: new Map() };
  const mappedRows = rows.map((row) => mapRow(row, rules));
  const references = Map.groupBy(rows.keys(), (index) => mappedRows[index]?.reference ?? null);
  return rows.map((row, index): RowCheck => {
    const mapped = mappedRows[index] as MappedRow;
    const { request, companyName, reference } = mapped;
    const keys = comparisonKeysOf(request);
    const twins = twinsOf(keys, seen);
    const other = reference === null ? undefined : references.get(reference)?.find((one) => one !== index);
    const issues = [...mapped.issues, ...twins.issues];
    if (other !== undefined) {
      issues.push({ level: "error", message: `Line ${rows[other]?.line} has the same reference.` });
    }
    const isSound = issues.every(({ level }) => level !== "error");
    if (isSound && !twins.same) {
      seen.match.set(keys.match, row);
      if (keys.name !== "" && !seen.name.has(keys.name)) seen.name.set(keys.name, { row, mapped });
      if (keys.email !== "" && !seen.email.has(keys.email)) seen.email.set(keys.email, row);
    }
    const comparedAs = comparedAsOf(request, reference);
    const isCompared = compared !== undefined || row.comparedAs === comparedAs;
    const outside =
      compared?.get(row.position) ?? (isCompared ? row.candidates.filter(({ kind }) => kind !== "row") : []);
    for (const { match, companyName: name } of outside) {
      if (match !== "email") continue;
      issues.push({
        level: "warning",
        message: `A customer has the same e-mail address: ${name || "without a name"}.`,
      });
    }
    if (isSound && isCompared && incomplete) issues.push({ level: "warning", message: incomplete });
    const candidates = [...outside, ...twins.candidates];
    const decision = row.comparedAs === null || row.comparedAs === comparedAs ? row.decision : null;
    const stand = standOf({ isSound, isCompared, same: twins.same, candidates, decision });
    return {
      position: row.position,
      request: isSound ? request : null,
      companyName: companyName === "" ? null : companyName,
      reference,
      issues,
      candidates,
      comparedAs: isCompared ? comparedAs : null,
      decision,
      operationID: null,
      customerID: null,
      ...stand,
    };
  });
}

interface Found {
  isSound: boolean;
  isCompared: boolean;
  same: StoredImportRow | undefined;
  candidates: readonly ImportCandidate[];
  decision: "create" | "skip" | null;
}

type Stand = { state: ImportRowState; reason: string | null } & Partial<Pick<RowCheck, "operationID" | "customerID">>;

function standOf({ isSound, isCompared, same, candidates, decision }: Found): Stand {
  if (!isSound) return { state: "error", reason: null };
  if (same) return { state: "same", reason: `Line ${same.line} has the same name and e-mail address.` };
  if (!isCompared) return { state: "pending", reason: null };
  const twin = candidates.find(({ match, deleted }) => match === "same" && !deleted);
  if (twin?.kind === "customer") {
    return { state: "same", reason: "This customer exists.", customerID: twin.id };
  }
  if (twin)
    return { state: "same", reason: "This customer was created or is being created here.", operationID: twin.id };
  if (decision === "skip") return { state: "skipped", reason: null };
  const isOpen = decision === null && candidates.some(({ match }) => match !== "email");
  return { state: isOpen ? "similar" : "ready", reason: null };
}

/** Names everything that would be sent, so that nobody starts something else than they saw. */
export function digestOf({ environment }: Pick<StoredImport, "environment">, rows: readonly RowCheck[]): string {
  const sent = rows
    .filter(({ state }) => state === "ready")
    .map(({ position, request, reference }) => [position, request, reference]);
  return createHash("sha256")
    .update(JSON.stringify([environment, sent]))
    .digest("hex");
}
