import { randomUUID } from "node:crypto";
import { readBody } from "#server/api-client/transport/read-body.ts";
import { createUpstreamFetch } from "#server/api-client/transport/upstream-fetch.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import type { WorkerName } from "#server/bff/core/worker-runs.ts";
import type { PushLease } from "#server/bff/store/push/push-lease.ts";
import { webhookHeaders } from "./sign-webhook.ts";

export interface PushOptions {
  url: string;
  secret: string;
  /** The pause after the first failure, doubled with each further one. Default 1 s. */
  firstRetryMs?: number;
  /** How long a request may take. Default 10 s. */
  requestMs?: number;
}

/** How a push stands. */
export interface PushState {
  /** How many events the receiver has not accepted yet. */
  waiting: number;
  /** Why the last attempt failed, and when the next one is made; absent where it succeeded. */
  problem?: string;
  retryAt?: string;
  /** Since when nothing is sent, because the store was restored; absent where it is not stopped. */
  stoppedAt?: string;
}

/** Sends what an outbox holds to one receiver, in its order, at least once. */
export interface Push {
  state(): Promise<PushState>;
  start(): void;
  /** Looks into the outbox at once. */
  wake(): void;
  close(): Promise<void>;
}

/** An event to send: every repeat of it has the same ID. */
export interface PushMessage {
  id: string;
  body: string;
}

/** What is pushed, and what keeps how far it is. */
export interface PushOutbox<Entry> {
  name: WorkerName;
  lease: PushLease;
  waiting(): Promise<number>;
  /** The next ones in order. */
  next(limit: number): Promise<readonly Entry[]>;
  messageOf(entry: Entry): PushMessage;
  /** The receiver has accepted it; false where the lease was lost. */
  accept(leaseID: string, entry: Entry, leaseMs: number): Promise<boolean>;
}

const everyMs = 2_000;
const maxRequestMs = 10_000;

/** Longer than a request may take: no other replica begins while one is still waiting for its answer. */
const leaseMs = 30_000;

const entriesAtOnce = 100;
const maxRetryMs = 5 * 60_000;
const maxAnswerBytes = 64 * 1_024;

/**
 * The one way in which the console sends events to somebody's endpoint. What is accepted is marked after the receiver
 * has answered; where a process dies in between, the event is sent again with the same ID.
 */
export function createPush<Entry>(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns"> & { random: () => number },
  outbox: PushOutbox<Entry>,
  { url, secret, firstRetryMs = 1_000, requestMs = maxRequestMs }: PushOptions,
): Push {
  const { clock, log, store, random } = services;
  const { lease, name } = outbox;
  const leaseID = randomUUID();
  const fetch = createUpstreamFetch({ connections: 1, maxBodyBytes: maxAnswerBytes });

  /** Undefined where the receiver has accepted the event, otherwise why not. */
  async function send(message: PushMessage): Promise<string | undefined> {
    const headers = webhookHeaders(secret, { ...message, sentAtMs: clock.now() });
    const signal = AbortSignal.any([worker.signal, AbortSignal.timeout(requestMs)]);
    try {
      const answer = await fetch(url, { method: "POST", headers, body: message.body, signal });
      await readBody(answer, Number.POSITIVE_INFINITY);
      return answer.status >= 200 && answer.status < 300 ? undefined : `The receiver answered ${answer.status}.`;
    } catch (error) {
      // Not the receiver's doing.
      if (worker.signal.aborted) throw error;
      return "The receiver did not answer.";
    }
  }

  async function pushSome(): Promise<"more" | "done"> {
    if ((await outbox.waiting()) === 0 || !(await lease.take(leaseID, leaseMs))) return "done";
    const { failures } = await lease.state();
    // Read under the lease: another replica may have moved on before it was taken.
    const entries = await outbox.next(entriesAtOnce);
    for (const entry of entries) {
      const message = outbox.messageOf(entry);
      const problem = await send(message);
      if (problem !== undefined) {
        const retryMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures, 20)) * (0.5 + random() / 2);
        await lease.fail(leaseID, problem, retryMs);
        log.warn({ name, id: message.id, failures: failures + 1, retryMs, problem }, "an event was not pushed");
        return "done";
      }
      if (!(await outbox.accept(leaseID, entry, leaseMs))) return "done";
    }
    return entries.length === 0 ? "done" : "more";
  }

  const worker = createIntervalWorker(services, {
    name,
    everyMs: Math.min(everyMs, firstRetryMs),
    // A SQLite file has one process: a lease in it is that of a process that is gone.
    recover: async () => (store.pool ? undefined : lease.releaseAll()),
    async run() {
      while (!worker.signal.aborted && (await pushSome()) === "more");
      await lease.release(leaseID);
    },
    report: (error) => {
      if (!worker.signal.aborted) log.warn({ name, error: describeCause(error) }, "events could not be pushed");
    },
  });

  let closed: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    await worker.close();
    await lease.release(leaseID).catch(() => {});
    await fetch.close?.();
  }

  return {
    async state() {
      const [waiting, { problem, retryAt, stoppedAt }] = await Promise.all([outbox.waiting(), lease.state()]);
      return {
        waiting,
        ...(problem !== null && { problem }),
        ...(retryAt !== null && { retryAt: new Date(retryAt).toISOString() }),
        ...(stoppedAt !== null && { stoppedAt: new Date(stoppedAt).toISOString() }),
      };
    },
    start: worker.start,
    wake: worker.wake,
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}
