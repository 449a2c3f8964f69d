import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { availabilitySchema } from "./availability.ts";
import { fillingReportSchema } from "./filling.ts";

/** A background worker of one replica. */
const workerSchema = z.object({
  name: z.string(),
  everyMs: z.number(),
  /** When its last run ended; absent before the first run. */
  lastRunAt: z.string().optional(),
  lastRunMs: z.number().optional(),
  /** True if the last run failed. */
  isFailing: z.boolean(),
  failures: z.number(),
});

/** The state of the API in one environment, as observed by one replica. */
const replicaApiSchema = z.object({
  environment: environmentSchema,
  availability: availabilitySchema,
  /** When the replica sends requests to the API again. */
  retryAt: z.string().optional(),
  breaker: z.enum(["closed", "open", "half-open"]),
  queue: z.object({ running: z.number(), waiting: z.number() }),
  token: z.enum(["none", "valid", "expired"]),
  tokenExpiresAt: z.string().optional(),
  failedInRow: z.number(),
});

/** The report that each process of the console writes every few seconds. */
export const replicaReportSchema = z.object({
  version: z.string(),
  /** The ID of the built pages. */
  build: z.string(),
  node: z.string(),
  /** The oldest Node version without known faults. Set only if the running version is older. */
  nodeFloor: z.string().optional(),
  host: z.string(),
  processID: z.number(),
  isDraining: z.boolean(),
  /** The ID of the key with which the process signs the audit log; absent if it has no key. */
  auditKeyID: z.string().optional(),
  memoryBytes: z.number(),
  /** What is nearly full: the memory of the container, or the heap that Node may use. Absent while there is room. */
  nearLimit: z.enum(["memory", "heap"]).optional(),
  /** The event loop's delay since the previous report, as the 99th percentile in milliseconds. */
  eventLoopDelayMs: z.number(),
  jobStreams: z.number(),
  watchedJobs: z.number(),
  signInQueue: z.object({ running: z.number(), waiting: z.number() }),
  workers: z.array(workerSchema),
  api: z.array(replicaApiSchema),
});

export type ReplicaReport = z.infer<typeof replicaReportSchema>;

const replicaSchema = z.object({
  replicaID: z.string(),
  /** `silent`: the process has not reported for a minute. It was killed or cannot reach the database. */
  state: z.enum(["running", "draining", "silent"]),
  startedAt: z.string(),
  seenAt: z.string(),
  /** True for the process that sends this answer. */
  isAnswering: z.boolean(),
  /** Absent if a different version of the console wrote the report in a different format. */
  report: replicaReportSchema.optional(),
});

export type Replica = z.infer<typeof replicaSchema>;

const pushState = {
  /** The origin of the receiver. */
  receiver: z.string(),
  waiting: z.number(),
  problem: z.string().optional(),
  retryAt: z.string().optional(),
  /** Set if sending has stopped because the database was restored: the time of the stop. */
  stoppedAt: z.string().optional(),
};

/** The answer of `GET /api/status`: every process of the console, and the data that all processes share. */
export const consoleHealthSchema = z.object({
  asOf: z.string(),
  /** The processes, the longest running first. */
  replicas: z.array(replicaSchema),
  store: z.object({
    kind: z.enum(["sqlite", "postgres"]),
    /** The database connections of the process that sends this answer; absent with SQLite. */
    connections: z.object({ open: z.number(), idle: z.number(), waiting: z.number() }).optional(),
    /**
     * `lastMigration`: the last migration. `migrations`: the number of applied migrations. `pendingMigrations`:
     * migrations of this version that are not applied yet.
     */
    lastMigration: z.string().optional(),
    migrations: z.number(),
    pendingMigrations: z.array(z.string()),
    /** Applied migrations that only a newer version of the console knows. */
    unknownMigrations: z.array(z.string()),
  }),
  /** The work that is waiting for the workers of all processes. */
  work: z.array(
    z.object({
      environment: environmentSchema,
      followedJobs: z.number(),
      /** The number of tracked jobs whose next read is overdue by at least three minutes. */
      lateJobs: z.number(),
      unresolvedOperations: z.number(),
      runningBulks: z.number(),
      runningImports: z.number(),
      /** The number of planned changes that have not ended. */
      plannedChanges: z.number(),
    }),
  ),
  /** For each environment: how completely its customers are known, and how many calls the background reading makes. */
  known: z.array(fillingReportSchema),
  /** Absent if audit events are not sent to a receiver. */
  auditPush: z.object(pushState).optional(),
  /** Absent without a notification endpoint. `givenUp`: the notifications that were given up in the last 24 hours. */
  notifications: z.object({ ...pushState, givenUp: z.number() }).optional(),
  /** Absent without an endpoint for the files of scheduled exports. */
  exports: z.object(pushState).optional(),
  /**
   * Absent without a mail server. The e-mails with people's notifications that were not sent in the last 24 hours, or
   * that may not have arrived.
   */
  emails: z
    .object({
      /** The number of people whom the problems concern. */
      people: z.number(),
      /** The people whose e-mail was given up. */
      failed: z.number(),
      /** The people whose e-mail may not have arrived, because the answer of the mail server was lost. */
      unknown: z.number(),
      /** The people whose e-mail is tried again. */
      waiting: z.number(),
      /** When the first of these problems happened. */
      since: z.string().optional(),
      /** The last reason, without an address. */
      problem: z.string().optional(),
    })
    .optional(),
  /**
   * The last backup, the last restore, and the last removal of old records. A kind of work that never happened has no
   * entry.
   */
  maintenance: z.array(
    z.object({
      kind: z.enum(["backup", "restore", "retention"]),
      endedAt: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
});

export type ConsoleHealth = z.infer<typeof consoleHealthSchema>;

/**
 * The body of `POST /api/outboxes/{name}/restart`. If `empty` is true, entries from before the restore are deleted
 * instead of sent.
 */
export const restartOutboxSchema = z.strictObject({ empty: z.boolean({ error: "must be true or false" }) });

export type RestartOutbox = z.output<typeof restartOutboxSchema>;

/** The answer of `POST /api/outboxes/{name}/test`. */
export const outboxTestSchema = z.object({
  /** True if the receiver answered with a status from 200 to 299. */
  isAccepted: z.boolean(),
  /** Why the receiver did not accept the test message. */
  problem: z.string().optional(),
  asOf: z.string(),
});

export type OutboxTest = z.infer<typeof outboxTestSchema>;
