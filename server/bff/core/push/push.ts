import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { readBody } from "#server/api-client/transport/read-body.ts";
import { createUpstreamFetch } from "#server/api-client/transport/upstream-fetch.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, type IdleWork } from "#server/bff/core/queues/interval-worker.ts";
import type { WorkerName } from "#server/bff/core/worker-runs.ts";
import type { PushLease } from "#server/bff/store/push/push-lease.ts";
import { type LargeBody, webhookHeaders } from "./sign-webhook.ts";

export interface PushOptions {
  url: string;
  secret: string;
  /**
   * The pause after the first failure, in milliseconds. It doubles after each further failure, up to 5 min.
   * Default: 1 s.
   */
  firstRetryMs?: number;
  /** The time limit of one request, in milliseconds. Default: 10 s. */
  requestMs?: number;
}

/** The state of sending events to one receiver. */
export interface PushState {
  /** The number of events that the receiver has not accepted yet. */
  waiting: number;
  /** Why the last attempt failed, and when the next attempt will be made. Missing if the last attempt succeeded. */
  problem?: string;
  retryAt?: string;
  /** When sending was stopped because the store was restored. Missing if sending is not stopped. */
  stoppedAt?: string;
}

/** An event to send. If it is sent again, it has the same ID. */
export interface PushMessage {
  id: string;
  body: string | LargeBody;
  /** Headers that describe a body that is not JSON. They are not signed. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The events to send, and the functions to record which events were accepted. */
export interface PushOutbox<Entry> {
  name: WorkerName;
  lease: PushLease;
  /** The tables in which new events and the state of the lease are stored. */
  tables: IdleWork["tables"];
  waiting(): Promise<number>;
  /** The next events in order. */
  next(limit: number): Promise<readonly Entry[]>;
  /** Null if the entry was removed in the meantime. */
  messageOf(entry: Entry): PushMessage | Promise<PushMessage | null>;
  /** Records that the receiver has accepted the event. False if the lease is lost. */
  accept(leaseID: string, entry: Entry, leaseMs: number): Promise<boolean>;
  /** Lets other events be sent before an event that was not accepted. Without this, all later events wait. */
  postpone?: {
    /** How many times the event was not accepted. */
    failuresOf(entry: Entry): number;
    /** Records why the event was not accepted, and when it is sent again. False if the lease is lost. */
    record(
      leaseID: string,
      entry: Entry,
      failure: { problem: string; retryMs: number },
      leaseMs: number,
    ): Promise<boolean>;
  };
}

const everyMs = 2_000;
const maxRequestMs = 10_000;

/**
 * How much longer a lease lasts than a request may take, in milliseconds. So no second replica begins to send while
 * this replica is still waiting for an answer.
 */
const leaseBeyondMs = 20_000;

const entriesAtOnce = 100;
const maxRetryMs = 5 * 60_000;
const maxAnswerBytes = 64 * 1_024;

/** The body of a request. `hasFailed`: a large body could not be read to its end. */
function bodyOf({ body }: PushMessage) {
  if (typeof body === "string") return { content: { body }, hasFailed: () => false };
  let hasFailed = false;
  async function* parts() {
    try {
      yield* (body as LargeBody).read();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }
  return { content: { bodyStream: Readable.from(parts()) }, hasFailed: () => hasFailed };
}

/** Sends the events of an outbox to one receiver, in its order. Each event is sent at least once. */
export type Push = ReturnType<typeof createPush>;

/**
 * The only way in which the console sends events to an external endpoint. An event is marked as accepted after the
 * receiver has accepted it. If the process dies between the answer and the mark, the event is sent again with the same
 * ID.
 */
export function createPush<Entry>(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns"> & { random: () => number },
  outbox: PushOutbox<Entry>,
  { url, secret, firstRetryMs = 1_000, requestMs = maxRequestMs }: PushOptions,
) {
  const { clock, log, store, random } = services;
  const { lease, name } = outbox;
  const leaseID = randomUUID();
  const leaseMs = requestMs + leaseBeyondMs;
  let isHeld = false;
  const fetch = createUpstreamFetch({ connections: 1, maxBodyBytes: maxAnswerBytes });

  /** Sends an event. Undefined if the receiver has accepted it, otherwise the reason for the failure. */
  async function send(message: PushMessage): Promise<string | undefined> {
    const headers = await webhookHeaders(secret, { ...message, sentAtMs: clock.now() });
    const signal = AbortSignal.any([worker.signal, AbortSignal.timeout(requestMs)]);
    const { content, hasFailed } = bodyOf(message);
    try {
      const answer = await fetch(url, { method: "POST", headers, ...content, signal });
      await readBody(answer, Number.POSITIVE_INFINITY);
      return answer.status >= 200 && answer.status < 300 ? undefined : `The receiver answered ${answer.status}.`;
    } catch (error) {
      // The worker has aborted the request, or the body could not be read, so the receiver has not failed.
      if (worker.signal.aborted || hasFailed()) throw error;
      return "The receiver did not answer.";
    }
  }

  async function pushSome(): Promise<"more" | "done"> {
    if ((await outbox.waiting()) === 0 || !(await lease.take(leaseID, leaseMs))) return "done";
    isHeld = true;
    const { failures } = await lease.state();
    // The events are read after the lease was taken. Another replica may already have sent some events before that.
    const entries = await outbox.next(entriesAtOnce);
    for (const entry of entries) {
      const message = await outbox.messageOf(entry);
      if (message === null) continue;
      const problem = await send(message);
      if (problem === undefined) {
        if (!(await outbox.accept(leaseID, entry, leaseMs))) return "done";
        continue;
      }
      const { postpone } = outbox;
      const before = postpone ? postpone.failuresOf(entry) : failures;
      const retryMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(before, 20)) * (0.5 + random() / 2);
      log.warn({ name, id: message.id, failures: before + 1, retryMs, problem }, "an event was not pushed");
      if (!postpone) {
        await lease.fail(leaseID, problem, retryMs);
        return "done";
      }
      if (!(await postpone.record(leaseID, entry, { problem, retryMs }, leaseMs))) return "done";
    }
    return entries.length === 0 ? "done" : "more";
  }

  const worker = createIntervalWorker(services, {
    name,
    everyMs: Math.min(everyMs, firstRetryMs),
    idle: {
      store,
      tables: outbox.tables,
      dueInMs: async () => ((await outbox.waiting()) === 0 ? Number.POSITIVE_INFINITY : lease.dueInMs()),
    },
    // Only one process uses a SQLite file. A lease that exists at the start therefore belongs to a process that has
    // ended.
    recover: async () => (store.pool ? undefined : lease.releaseAll()),
    async run() {
      while (!worker.signal.aborted && (await pushSome()) === "more");
      if (isHeld) await lease.release(leaseID);
      isHeld = false;
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
    /** The origin of the receiver. The rest of its address may be a secret, so it is left out. */
    receiver: new URL(url).origin,
    /**
     * Sends a test message directly, without the outbox. Undefined if the receiver has accepted it, otherwise the
     * reason for the failure.
     */
    sendTest: (): Promise<string | undefined> =>
      send({
        id: `test-${randomUUID()}`,
        body: JSON.stringify({ type: "test", timestamp: new Date(clock.now()).toISOString(), data: {} }),
      }),
    async state(): Promise<PushState> {
      const [waiting, { problem, retryAt, stoppedAt }] = await Promise.all([outbox.waiting(), lease.state()]);
      return {
        waiting,
        ...(problem !== null && { problem }),
        ...(retryAt !== null && { retryAt: new Date(retryAt).toISOString() }),
        ...(stoppedAt !== null && { stoppedAt: new Date(stoppedAt).toISOString() }),
      };
    },
    start: worker.start,
    /** Sends waiting events immediately. */
    wake: worker.wake,
    close(): Promise<void> {
      closed ??= closeAll();
      return closed;
    },
  };
}
