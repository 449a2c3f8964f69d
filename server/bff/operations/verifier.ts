import { randomUUID } from "node:crypto";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, msUntil } from "#server/bff/core/queues/interval-worker.ts";
import { maxEffectMs, nextEffectReadingMs } from "#server/bff/store/operations/operation-effects.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { AnyOperationKind, ChangeVerification, OperationKinds } from "./operation-kind.ts";

const second = 1_000;

/** How soon a failed search for writes to verify is repeated, in milliseconds. */
const intervalMs = second;

/**
 * The minimum time between two pages of the API's list, in milliseconds, for each environment and replica. So at most
 * two pages per second are read. People's requests have priority.
 */
export const readingPaceMs = 500;

/** How long the lease of a write lasts, in milliseconds: longer than a search at this pace. */
const leaseMs = 90 * second;

/** The maximum number of further writes that one page may verify. */
const maxShared = 500;

/**
 * If the API cannot be read at the last attempt, attempts continue until the write has waited this long, in
 * milliseconds.
 */
const giveUpMs = 2 * maxEffectMs;

/**
 * Creates the verifier. It reads the customer of an accepted write repeatedly until the write has taken effect. It
 * stops after one day, or after two days if the API cannot be read (docs/decisions/0044-accepted-and-in-force.md). The
 * store has the list of writes to verify. Only one replica at a time works on a write. The API cannot return a customer
 * by its ID. So each page of the list is used for every waiting customer on it.
 */
export function createVerifier(services: CoreServices, kinds: OperationKinds) {
  const { clock, log, store, clients } = services;
  const { effects } = store;
  /** When the next page of each environment's list may be read, by the monotonic clock. */
  const nextPageMs = new Map<Environment, number>();

  async function paced(environment: Environment): Promise<void> {
    const nowMs = clock.monotonic();
    const atMs = Math.max(nowMs, nextPageMs.get(environment) ?? nowMs);
    nextPageMs.set(environment, atMs + readingPaceMs);
    if (atMs > nowMs) await clock.sleep(atMs - nowMs, worker.signal);
  }

  /** Wraps a client, so that it reads list pages at the limited pace. */
  const slow = (environment: Environment, client: ApiClient): ApiClient => ({
    ...client,
    async listCustomers(query, call) {
      await paced(environment);
      return client.listCustomers(query, call);
    },
  });

  async function readOne(environment: Environment, client: ApiClient, taken: StoredOperation): Promise<void> {
    const kind = kinds.get(taken.kind);
    if (!kind?.verify) return effects.end(taken.operationID, "not-seen", undefined, clock.now());
    const others = await effects.awaited(environment, taken.operationID, maxShared);
    const customersByKey = new Map<string, Customer>();
    const call = {
      requestID: randomUUID(),
      operationID: taken.operationID,
      signal: worker.signal,
      caller: "verifier",
      isBackground: true,
      fresh: true,
    };
    const shared = {
      customerIDs: others.flatMap(({ customerID }) => customerID ?? []),
      onPage(customers: readonly Customer[]) {
        for (const customer of customers) customersByKey.set(idKey(customer.customerID), customer);
      },
    };
    let verification: ChangeVerification | undefined;
    let failure: string | undefined;
    try {
      verification = await kind.verify({ environment, client: slow(environment, client), call, shared }, taken);
    } catch (thrown) {
      // Releases the write on shutdown, so that another replica or the next start reads it without waiting for the
      // lease to expire.
      if (worker.signal.aborted) await effects.giveBack(taken, clock.now());
      worker.signal.throwIfAborted();
      const error = toAppError(thrown);
      // A failure of the store says nothing about the write. The write becomes due again when its lease expires.
      if (error.code === "store_unavailable" || error.code === "internal") throw thrown;
      failure = error.message;
    }
    await decide(kind, taken, verification, failure);
    for (const other of others) await decideShared(other, customersByKey.get(idKey(other.customerID ?? "")));
  }

  /** Verifies a waiting write with a page of customers that was read for another write. */
  async function decideShared(other: StoredOperation, customer: Customer | undefined): Promise<void> {
    const kind = kinds.get(other.kind);
    const verification = customer && kind?.verifyOn?.(customer, other);
    if (!kind || !verification) return;
    const isDue = other.effectDueAt !== null && other.effectDueAt <= clock.now();
    if (verification.isInForce || isDue) await decide(kind, other, verification, undefined);
  }

  /** Stores the result of an attempt to verify. `failure` says why the API could not be read. */
  async function decide(
    kind: AnyOperationKind,
    operation: StoredOperation,
    verification: ChangeVerification | undefined,
    failure: string | undefined,
  ): Promise<void> {
    const { operationID } = operation;
    const nowMs = clock.now();
    if (verification?.isInForce) return effects.confirm(operationID, verification.contract, nowMs);
    const later = (await effects.laterOf(operation)).find((one) => kind.supersedes?.(one, operation));
    // `later.before` is the contract that was read just before the later write was sent. It can show the effect of
    // `operation`.
    const before = later?.before && kind.verifyBefore?.(later.before, operation);
    if (later && before?.isInForce) return effects.confirm(operationID, before.contract, later.sentAt ?? nowMs);
    if (later) return effects.end(operationID, "superseded", undefined, nowMs);
    const message = verification?.message ?? `The API could not be read. ${failure ?? ""}`.trim();
    const found = {
      after: verification?.contract,
      finding: { at: new Date(nowMs).toISOString(), message, customerIDs: [] },
    };
    const sinceMs = operation.effectSince ?? nowMs;
    const isLast = nowMs - sinceMs >= (verification ? maxEffectMs : giveUpMs);
    if (isLast) return effects.end(operationID, "not-seen", found, nowMs);
    await effects.keepFinding(operationID, found, nextEffectReadingMs(sinceMs, nowMs));
  }

  async function readDue(environment: Environment, client: ApiClient): Promise<void> {
    while (!worker.signal.aborted) {
      const nowMs = clock.now();
      const taken = await effects.takeDue(environment, nowMs, nowMs + leaseMs);
      if (!taken) return;
      await readOne(environment, client, taken).catch((error) => report(error, taken));
    }
  }

  /**
   * Logs why a write could not be verified. Other writes are still read. The write becomes due again when its lease
   * expires.
   */
  function report(error: unknown, { operationID, environment }: Partial<StoredOperation> = {}): void {
    if (!worker.signal.aborted)
      log.error({ operationID, environment, error: describeCause(error) }, "verifying failed");
  }

  const worker = createIntervalWorker(services, {
    name: "verifier",
    everyMs: intervalMs,
    idle: { store, tables: ["operations"], dueInMs: async () => msUntil(clock, await effects.nextDueAt()) },
    async run() {
      await Promise.all([...clients].map(([environment, client]) => readDue(environment, client)));
    },
    report: (error) => report(error),
  });
  return worker;
}
