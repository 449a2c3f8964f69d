import { z } from "zod";
import { availabilitySchema } from "./availability.ts";
import { coverageSchema, dayCountsSchema } from "./day-counts.ts";
import { problemSchema } from "./errors.ts";
import { jobSchema, jobStates } from "./job.ts";
import { answerAge } from "./list.ts";
import { operationSchema } from "./operation.ts";

/** The windows of creation dates that the overview offers, as the customers page names them. */
export const overviewWindows = ["7d", "30d", "90d"] as const;

export type OverviewWindow = (typeof overviewWindows)[number];

export const defaultOverviewWindow: OverviewWindow = "30d";

/** When a part was read, and how much of the whole its bounded calls have looked at. */
const partMembers = { ...answerAge, coverage: coverageSchema };

const customerWindow = z.object({ datefrom: z.string() });

/** Customers of the window, counted by the UTC day of their creation; deleted ones are left out. */
const customersByDaySchema = z.object({
  ...partMembers,
  window: customerWindow,
  ...dayCountsSchema.shape,
  /** How many customers there are at all; absent where the API did not tell. */
  allTime: z.number().optional(),
});

/** The customers of the window by a member of their contract. */
const customerValuesSchema = z.object({
  ...partMembers,
  window: customerWindow,
  /** The most frequent first; without `value` those that have none. */
  values: z.array(z.object({ value: z.string().optional(), count: z.number() })),
});

const overviewJobSchema = jobSchema.omit({ raw: true, steps: true });

export type OverviewJob = z.infer<typeof overviewJobSchema>;

const overviewJobsSchema = z.object({
  ...partMembers,
  /** How many of those looked at are in each state. */
  states: z.array(z.object({ state: z.enum(jobStates), count: z.number() })),
  /** Some of the unfinished and of the failed ones, in the API's order. */
  running: z.array(overviewJobSchema),
  failed: z.array(overviewJobSchema),
});

const overviewOperationsSchema = z.object({ ...partMembers, operations: z.array(operationSchema) });

/** How the API fares as this replica of the console sees it, since its start. It holds no secret. */
const apiHealthSchema = z.object({
  ...partMembers,
  /** Of the last 512 answers; absent before the first. Milliseconds. */
  latency: z.object({ p50Ms: z.number(), p95Ms: z.number() }).optional(),
  /** Requests to the API by what came of them, the most frequent first: `ok`, `aborted` or an error's code. */
  requests: z.array(z.object({ outcome: z.string(), count: z.number() })),
  /** Requests that failed one after the other, up to now: 0 while the last one was answered. */
  failedInRow: z.number(),
  breaker: z.object({ state: z.enum(["closed", "open", "half-open"]), retryAt: z.string().optional() }),
  pausedUntil: z.string().optional(),
  availability: availabilitySchema,
  /** Until when requests are `paused` or the API is `down`. */
  retryAt: z.string().optional(),
  token: z.object({
    state: z.enum(["none", "valid", "expired"]),
    renewing: z.boolean(),
    obtainedAt: z.string().optional(),
    renewAt: z.string().optional(),
    expiresAt: z.string().optional(),
  }),
  queue: z.object({ running: z.number(), waiting: z.number() }),
  /** Repeated attempts, reads that shared an answer, and reads that got the last good answer. */
  repeats: z.number(),
  merged: z.number(),
  servedStale: z.number(),
  lastAnswerAt: z.string().optional(),
});

/** Each part of the overview is read by itself, and fails by itself. */
export const overviewPartSchemas = {
  customersByDay: customersByDaySchema,
  plans: customerValuesSchema,
  terms: customerValuesSchema,
  jobs: overviewJobsSchema,
  operations: overviewOperationsSchema,
  api: apiHealthSchema,
} as const;

export type OverviewPart = keyof typeof overviewPartSchemas;

export const overviewParts = Object.keys(overviewPartSchemas) as [OverviewPart, ...OverviewPart[]];

export type OverviewValue<Part extends OverviewPart> = z.infer<(typeof overviewPartSchemas)[Part]>;

/** A part that could not be read. */
export const failedPartSchema = z.object({ problem: problemSchema });

export type FailedPart = z.infer<typeof failedPartSchema>;

/** The answer of `GET /api/{environment}/overview`: the parts that were asked for. */
export type Overview = { [Part in OverviewPart]?: OverviewValue<Part> | FailedPart };

const partList = z
  .string()
  .transform((value) => value.split(","))
  .pipe(z.array(z.enum(overviewParts, { error: `must be of ${overviewParts.join(", ")}` })));

/** The query of `GET /api/{environment}/overview`, as text from a URL. */
export const overviewQuerySchema = z.strictObject({
  window: z
    .enum(overviewWindows, { error: `must be one of ${overviewWindows.join(", ")}` })
    .default(defaultOverviewWindow),
  /** One part or several, separated by commas. Left out: all of them. */
  part: partList.optional(),
});

export type OverviewQuery = z.output<typeof overviewQuerySchema>;
