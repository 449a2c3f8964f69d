import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { availabilitySchema } from "./availability.ts";

/** A background worker of a replica. */
const workerSchema = z.object({
  name: z.string(),
  everyMs: z.number(),
  /** When its last run ended; absent before the first. */
  lastRunAt: z.string().optional(),
  lastRunMs: z.number().optional(),
  /** True where the last run failed. */
  isFailing: z.boolean(),
  failures: z.number(),
});

/** The API in one environment, as a replica sees it. */
const replicaApiSchema = z.object({
  environment: environmentSchema,
  availability: availabilitySchema,
  /** From when on requests are sent again. */
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
  /** The oldest Node version without known faults; present only if `node` is older. */
  nodeFloor: z.string().optional(),
  host: z.string(),
  processID: z.number(),
  isDraining: z.boolean(),
  /** The ID of its key for the audit log; absent if it has none. */
  auditKeyID: z.string().optional(),
  memoryBytes: z.number(),
  /** The event loop delay since the previous report, at the 99th percentile; milliseconds. */
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
  /** `silent` if it has not reported for 30 seconds: it was killed, or it cannot reach the store. */
  state: z.enum(["running", "draining", "silent"]),
  startedAt: z.string(),
  seenAt: z.string(),
  /** True of the process that answered. */
  isAnswering: z.boolean(),
  /** Absent if a version with another report format wrote it. */
  report: replicaReportSchema.optional(),
});

export type Replica = z.infer<typeof replicaSchema>;

const pushState = {
  waiting: z.number(),
  problem: z.string().optional(),
  retryAt: z.string().optional(),
  /** Present if sending stopped at this time because the store was restored. */
  stoppedAt: z.string().optional(),
};

/** The answer of `GET /api/status`: every process of the console, and what they share. */
export const systemStatusSchema = z.object({
  asOf: z.string(),
  /** The longest running first. */
  replicas: z.array(replicaSchema),
  store: z.object({
    kind: z.enum(["sqlite", "postgres"]),
    /** Connections of the process that answered; absent with SQLite. */
    connections: z.object({ open: z.number(), idle: z.number(), waiting: z.number() }).optional(),
    /** The last migration, the number of applied ones, and those of this version that were not applied. */
    lastMigration: z.string().optional(),
    migrations: z.number(),
    pendingMigrations: z.array(z.string()),
    /** Migrations of a newer version. */
    unknownMigrations: z.array(z.string()),
  }),
  /** What waits for the workers of all processes. */
  work: z.array(
    z.object({
      environment: environmentSchema,
      followedJobs: z.number(),
      /** The jobs among them that are due but were not read for three minutes. */
      lateJobs: z.number(),
      unresolvedOperations: z.number(),
      runningBulks: z.number(),
      runningImports: z.number(),
      /** The planned changes that have not ended. */
      plannedChanges: z.number(),
    }),
  ),
  /** Absent if audit events are not pushed. */
  auditPush: z.object(pushState).optional(),
  /** Absent without a notification endpoint; `givenUp` counts the last 24 hours. */
  notifications: z.object({ ...pushState, givenUp: z.number() }).optional(),
  /** The last backup, restore and removal of old records, as far as there was one. */
  maintenance: z.array(
    z.object({
      kind: z.enum(["backup", "restore", "retention"]),
      endedAt: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
});

export type SystemStatus = z.infer<typeof systemStatusSchema>;

/** The body of `POST /api/outboxes/{name}/restart`: whether what waited before the restore is dropped or sent. */
export const restartOutboxSchema = z.strictObject({ empty: z.boolean({ error: "must be true or false" }) });

export type RestartOutbox = z.output<typeof restartOutboxSchema>;
