import type { Customer } from "#lib/contract/customers/customer.ts";
import { outcomeOfWrite } from "#lib/contract/operation-outcome.ts";
import type { ImportCandidate } from "#lib/contract/operations/imports.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { allCustomersQuery } from "#server/bff/customers/scan-for-customer.ts";
import type { ImportContext } from "#server/bff/imports/import-kind.ts";
import { earlierCreation } from "#server/bff/imports/row-key.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { assertHeld } from "#server/bff/runs/run-context.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { Compared } from "./evaluate-rows.ts";
import { type ComparisonKeys, comparisonKeysOf } from "./name-keys.ts";
import { failureOf, type ReadCustomers, readCustomers } from "./read-customers.ts";

/** A row without errors, which is compared with existing customers. */
export interface ComparableRow {
  position: number;
  line: number;
  request: Record<string, unknown>;
  reference: string | null;
}

/** The maximum number of similar customers and creations that are shown. */
const maxCandidates = 5;

/** The maximum number of unfinished creations that are read. In practice, far fewer creations are unfinished. */
const maxUnfinished = 1_000;

const createdMs = ({ created }: ImportCandidate) => Date.parse(created ?? "") || 0;

class Findings {
  readonly of = new Map<number, ImportCandidate[]>();
  readonly #byKey = {
    match: new Map<string, number[]>(),
    name: new Map<string, number[]>(),
    email: new Map<string, number[]>(),
  };

  constructor(rows: readonly ComparableRow[]) {
    for (const { position, request } of rows) {
      const keys = comparisonKeysOf(request);
      for (const by of ["match", "name", "email"] as const) {
        if (keys[by] === "") continue;
        const positions = this.#byKey[by].get(keys[by]);
        if (positions) positions.push(position);
        else this.#byKey[by].set(keys[by], [position]);
      }
    }
  }

  /** True if a row has one of these keys. */
  has(keys: ComparisonKeys): boolean {
    return this.#byKey.match.has(keys.match) || this.#byKey.name.has(keys.name) || this.#byKey.email.has(keys.email);
  }

  /**
   * Records the candidate for each row that shares a key with it. If a row shares several keys with the candidate, only
   * the closest kind of match is recorded.
   */
  note(keys: ComparisonKeys, candidate: Omit<ImportCandidate, "match">): void {
    const noted = new Set<number>();
    for (const [by, match] of [
      ["match", "same"],
      ["name", "name"],
      ["email", "email"],
    ] as const) {
      for (const position of this.#byKey[by].get(keys[by]) ?? []) {
        if (noted.has(position)) continue;
        noted.add(position);
        this.add(position, { ...candidate, match });
      }
    }
  }

  add(position: number, candidate: ImportCandidate): void {
    const knownCandidates = this.of.get(position) ?? [];
    if (knownCandidates.some(({ kind, id }) => kind === candidate.kind && id === candidate.id)) return;
    const all = [...knownCandidates, candidate];
    const order = ["same", "name", "email"];
    all.sort(
      (a, b) =>
        order.indexOf(a.match) - order.indexOf(b.match) ||
        Number(a.deleted ?? 0) - Number(b.deleted ?? 0) ||
        // Newest first, because only the first candidates are shown.
        createdMs(b) - createdMs(a),
    );
    this.of.set(position, all.slice(0, maxCandidates));
  }
}

/**
 * Compares rows with all customers of the API, including deleted customers, and with creations that were started in
 * this console. `comparedWith` says what the rows were compared with. If the comparison does not cover every customer,
 * `incomplete` is the reason. Then a row without a match may still be an existing customer. `ownCustomers` are the
 * customers of recorded creations with the same names and addresses.
 */
export async function compareCustomers(
  work: ImportContext,
  rows: readonly ComparableRow[],
): Promise<{ compared: Compared; ownCustomers: ReadonlySet<string> } & ReadCustomers> {
  const findings = new Findings(rows);
  const { comparedWith, ...all } = await readCustomers(work, {
    isWanted: (customer) => findings.has(comparisonKeysOf(customer)),
    onCustomer: (customer) => note(findings, customer),
  });
  const isSearched = all.incomplete !== null && work.run.restoredAt !== null;
  const incomplete = isSearched
    ? await search(work, rows, findings).catch((error) => failureOf(work, error).failure)
    : all.incomplete;
  const ownCustomers = await noteOperations(work, rows, findings);
  // A row without a match gets an empty list, which means "compared, no match".
  const compared = new Map(rows.map(({ position }) => [position, findings.of.get(position) ?? []]));
  return { compared, incomplete, comparedWith, ownCustomers };
}

/**
 * Searches for each row by its name and its e-mail address, over all time and with deleted customers. An import from
 * before a restore can then continue, even if the complete list of customers cannot be read. Returns why the search was
 * incomplete, or null if it was complete.
 */
async function search(work: ImportContext, rows: readonly ComparableRow[], findings: Findings): Promise<string | null> {
  const { client, call } = work;
  for (const { request, line } of rows) {
    const { companyName, adminUser } = request as { companyName?: unknown; adminUser?: { email?: unknown } };
    for (const searchTerm of [companyName, adminUser?.email]) {
      if (typeof searchTerm !== "string" || searchTerm === "") continue;
      await assertHeld(work, "checking");
      const query = { ...allCustomersQuery, searchTerm };
      const { customers, total } = await client.listCustomers(query, { ...call, fresh: true });
      for (const customer of customers) note(findings, customer);
      if (customers.length < total) return `Too many customers match the row of line ${line} to compare all of them.`;
    }
  }
  return null;
}

function note(findings: Findings, customer: Customer): void {
  const { customerID, companyName, adminUser, created, deleted } = customer;
  const keys = comparisonKeysOf(customer);
  findings.note(keys, {
    kind: "customer",
    id: customerID,
    companyName,
    ...(adminUser.email !== undefined && { email: adminUser.email }),
    ...(created !== undefined && { created }),
    ...(deleted && { deleted }),
  });
}

function candidateOf({ operationID, request, createdAt }: StoredOperation): Omit<ImportCandidate, "match"> {
  const { companyName, adminUser } = request as { companyName?: unknown; adminUser?: { email?: unknown } };
  return {
    kind: "operation",
    id: operationID,
    companyName: typeof companyName === "string" ? companyName : "",
    ...(typeof adminUser?.email === "string" && { email: adminUser.email }),
    created: new Date(createdAt).toISOString(),
  };
}

/**
 * Adds the creations of this console that match a row. A creation matches by the reference, or by the name and the
 * address. An unfinished creation also matches by a single shared value.
 */
async function noteOperations(
  { services, run: { environment, importID } }: ImportContext,
  rows: readonly ComparableRow[],
  findings: Findings,
): Promise<ReadonlySet<string>> {
  const { operations } = services.store;
  const operationIDs = new Set<string>();
  for (const { position, line, reference } of rows) {
    if (reference === null) continue;
    const earlier = await earlierCreation(operations, { environment, importID, line, reference });
    if (!("operation" in earlier)) continue;
    operationIDs.add(earlier.operation.operationID);
    findings.add(position, { ...candidateOf(earlier.operation), match: "same" });
  }
  const keys = rows.map(({ request }) => comparisonKeysOf(request).match);
  const alike = await operations.creationsLike(environment, [...new Set(keys)]);
  for (const operation of alike) {
    if (operationIDs.has(operation.operationID)) continue;
    operationIDs.add(operation.operationID);
    // Skips a finished creation if its customer is already in the findings. Otherwise the customer would be listed
    // twice.
    const isDone = outcomeOfWrite(operationView(operation)) === "done";
    const isListed = isDone && [...findings.of.values()].flat().some(({ id }) => id === operation.customerID);
    if (!isListed) findings.note(comparisonKeysOf(operation.request), candidateOf(operation));
  }
  const page = { limit: maxUnfinished, offset: 0 };
  const outcomes = ["waiting", "running", "unknown"] as const;
  const unfinished = await operations.list({ environment, kind: createCustomerKind.kind, outcomes }, page);
  for (const operation of unfinished.operations) {
    if (operationIDs.has(operation.operationID)) continue;
    findings.note(comparisonKeysOf(operation.request), candidateOf(operation));
  }
  return new Set(alike.flatMap(({ customerID }) => customerID ?? []));
}
