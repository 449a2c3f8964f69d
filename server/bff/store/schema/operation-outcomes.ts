import type { Kysely, Selectable } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import {
  effectStates,
  type OutcomeDetail,
  outcomeDetailOf,
  rejectionSources,
} from "#lib/contract/operation-outcome.ts";
import { jobStates } from "#lib/contract/values/job-states.ts";
import { operationStates } from "#lib/contract/values/operations/operation-states.ts";
import { compileOnce } from "./compile-once.ts";
import type { ConsoleSchema } from "./schema.ts";

/** The operation that created a customer, and its outcome. */
export interface StoredCreation {
  operationID: string;
  customerID: string;
  jobID: string | null;
  detail: OutcomeDetail;
}

/** The columns from which the outcome is computed. No column is JSON, so no parsing is needed. */
const columns = [
  ...([
    "operationID",
    "verifiesEffect",
    "state",
    "sentAt",
    "jobID",
    "jobState",
    "confirmedAt",
    "effect",
    "rejectedBy",
  ] as const),
];

type Row = Pick<Selectable<ConsoleSchema["operations"]>, (typeof columns)[number]>;

/** The outcome of a row. */
function detailOfRow(row: Row): OutcomeDetail {
  const { verifiesEffect, state, sentAt, jobID, jobState, confirmedAt, effect, rejectedBy } = row;
  const known = <Word extends string>(words: readonly Word[], word: string | null) => words.find((one) => one === word);
  const wordOf = <Word extends string>(words: readonly Word[], word: string) => {
    const found = known(words, word);
    if (found === undefined) throw new Error(`The store holds an operation of ${word}`);
    return found;
  };
  const job =
    jobState === "vanished"
      ? ({ state: "unknown", vanished: true } as const)
      : { state: known(jobStates, jobState) ?? "unknown" };
  return outcomeDetailOf({
    verifiesEffect: verifiesEffect === 1,
    state: wordOf(operationStates, state),
    sentAt: sentAt ?? undefined,
    jobID: jobID ?? undefined,
    job: jobState === null ? undefined : job,
    confirmedAt: confirmedAt ?? undefined,
    effect: known(effectStates, effect),
    rejectedBy: known(rejectionSources, rejectedBy),
  });
}

/** Compiled statements are stored for pages up to this size. Larger pages are too rare. */
const maxPageSize = 100;

/** The values of the statement: the environment, and the customer IDs by their position. */
type CreationValues = { environment: string; [index: number]: string };

function creationsOfCount(db: Kysely<ConsoleSchema>, count: number) {
  return compileOnce(db, (values: CreationValues) =>
    db
      .selectFrom("operations")
      .select([...columns, "customerID"])
      .where("environment", "=", values.environment as Environment)
      .where(
        "customerID",
        "in",
        Array.from({ length: count }, (_, index) => values[index] as string),
      )
      .where("createsCustomer", "=", 1)
      .where("state", "in", ["accepted", "reconciled"])
      .orderBy("createdAt"),
  );
}

/** Reads only the outcomes of writes, not their other columns. */
export type OperationOutcomes = ReturnType<typeof createOperationOutcomes>;

export function createOperationOutcomes(db: Kysely<ConsoleSchema>) {
  const findCreations = new Map<number, ReturnType<typeof creationsOfCount>>();
  return {
    /** The outcomes of these writes, by ID. Unknown IDs are left out. */
    async outcomesOf(
      environment: Environment,
      operationIDs: readonly string[],
    ): Promise<ReadonlyMap<string, OutcomeDetail>> {
      if (operationIDs.length === 0) return new Map();
      const rows = await db
        .selectFrom("operations")
        .select(columns)
        .where("operationID", "in", [...operationIDs])
        .where("environment", "=", environment)
        .execute();
      return new Map(rows.map((row) => [row.operationID, detailOfRow(row)]));
    },
    /** The newest creation of each of these customers. Customers without a creation are left out. */
    async creationsOf(environment: Environment, customerIDs: readonly string[]): Promise<StoredCreation[]> {
      if (customerIDs.length === 0) return [];
      const find = findCreations.get(customerIDs.length) ?? creationsOfCount(db, customerIDs.length);
      if (customerIDs.length <= maxPageSize) findCreations.set(customerIDs.length, find);
      const rows = await find({ environment, ...customerIDs });
      const byCustomer = new Map<string, StoredCreation>();
      for (const row of rows) {
        const { operationID, customerID, jobID } = row;
        if (customerID !== null)
          byCustomer.set(customerID, { operationID, customerID, jobID, detail: detailOfRow(row) });
      }
      return [...byCustomer.values()];
    },
  };
}
