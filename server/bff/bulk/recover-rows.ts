import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { problemOf } from "#server/bff/core/problem.ts";
import type { Services } from "#server/bff/core/services.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { neverSent } from "#server/bff/operations/reconciler.ts";
import type { StoredBulk, StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { outcomeOf } from "./change-row.ts";

const mostFollowed = 100;

/**
 * Finds out about rows that were claimed by a process that is gone. One whose operation was never kept,
 * or never marked as sent, was not sent and waits again; any other is as its operation is, and is never
 * sent again by itself.
 */
export async function recoverRows(services: Services, bulk: StoredBulk): Promise<void> {
  const { bulkID, total } = bulk;
  const { bulks } = services.store;
  const { rows } = await bulks.rows(bulkID, { states: ["sending"], limit: total, offset: 0 });
  for (const row of rows) await recoverRow(services, bulk.environment, row);
}

/**
 * The same for bulk changes that were stopped while a row was under way and whose process died then:
 * nobody takes them on, and nobody else would ever look.
 */
export async function recoverOrphans(services: Services): Promise<void> {
  const { store, clock } = services;
  for (const { row, environment } of await store.bulks.takeOrphaned(clock.now(), mostFollowed)) {
    await recoverRow(services, environment, row);
  }
}

async function recoverRow(services: Services, environment: Environment, row: StoredBulkRow): Promise<void> {
  const operation = await operationOf(services, environment, row);
  const outcome = operation
    ? outcomeOf(operationView(operation))
    : ({ state: "waiting", forgetOperation: true } as const);
  await services.store.bulks.settleRow(row, ["sending"], outcome, services.clock.now());
}

async function operationOf(
  { store, clock }: Services,
  environment: Environment,
  { operationID }: StoredBulkRow,
): Promise<StoredOperation | null> {
  const operation = operationID === null ? null : await store.operations.find(environment, operationID);
  if (operation?.state !== "recorded") return operation;
  const settlement = { state: "rejected", problem: problemOf(neverSent(), randomUUID()) } as const;
  // Where somebody marks it as sent in this moment, that is what it is.
  return (await store.operations.settle(operation.operationID, ["recorded"], settlement, clock.now())).operation;
}

/** Rows become what was found out later about their operations: by the reconciler, and by whoever follows jobs. */
export async function followOperations({ store, clock }: Services): Promise<void> {
  for (const { row, environment } of await store.bulks.takeFollowed(mostFollowed)) {
    const operation = await store.operations.find(environment, row.operationID ?? "");
    if (!operation) continue;
    const outcome = outcomeOf(operationView(operation));
    // Its bulk change may be over: what is not in force by now is told, not sent.
    const told =
      outcome.state === "waiting" ? { state: "failed" as const, reason: operation.problem?.detail } : outcome;
    await store.bulks.settleRow(row, ["unknown", "accepted"], told, clock.now());
  }
}
