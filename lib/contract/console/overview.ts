import { z } from "zod";
import { attentionItemSchema, attentionSourceStateSchema } from "#lib/contract/console/attention.ts";
import { coverageSchema, dayCountsSchema } from "#lib/contract/day-counts.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import { jobSchema } from "#lib/contract/job.ts";
import { answerAge } from "#lib/contract/list.ts";
import { operationSchema } from "#lib/contract/operations/operation.ts";
import {
  defaultOverviewWindow,
  type OverviewPart,
  overviewParts,
  overviewWindows,
} from "#lib/contract/values/console/overview-parts.ts";
import { jobStates } from "#lib/contract/values/job-states.ts";

export type { OverviewPart, OverviewWindow } from "#lib/contract/values/console/overview-parts.ts";

/** When a part was read, and how much of the list was read. Each part makes only a limited number of calls. */
const partMembers = { ...answerAge, coverage: coverageSchema };

const customerWindow = z.object({ datefrom: z.string() });

/** The customers that were created in the window, without deleted ones, counted by UTC day. */
const customersByDaySchema = z.object({
  ...partMembers,
  window: customerWindow,
  ...dayCountsSchema.shape,
  /** The number of customers of all time; absent if the API did not provide it. */
  allTime: z.number().optional(),
});

/** The customers of the window, counted by the values of one member of their contract. */
const customerValuesSchema = z.object({
  ...partMembers,
  window: customerWindow,
  /** The counts, the most frequent value first. The entry without `value` counts customers without the member. */
  values: z.array(z.object({ value: z.string().optional(), count: z.number() })),
});

const overviewJobSchema = jobSchema.omit({ raw: true, steps: true });

export type OverviewJob = z.infer<typeof overviewJobSchema>;

const overviewJobsSchema = z.object({
  ...partMembers,
  /** The number of jobs in each state. Only jobs that were read are counted. */
  states: z.array(z.object({ state: z.enum(jobStates), count: z.number() })),
  /** Some of the unfinished jobs, in the API's order. */
  running: z.array(overviewJobSchema),
});

/** A bulk change or an import that has started, with all of its operations. */
const overviewRunSchema = z.object({
  kind: z.enum(["bulk", "import"]),
  id: z.string(),
  /** The value that all rows get. Absent for an import, and where each row has its own. */
  change: z.object({ member: z.enum(["plan", "term"]), value: z.string() }).optional(),
  person: z.object({ staffID: z.string(), email: z.string() }),
  startedAt: z.string(),
  rows: z.object({ all: z.number(), done: z.number(), failed: z.number() }),
});

export type OverviewRun = z.infer<typeof overviewRunSchema>;

/** The latest writes. `coverage` counts those that belong to no bulk change and no import. */
const overviewOperationsSchema = z.object({
  ...partMembers,
  operations: z.array(operationSchema),
  runs: z.array(overviewRunSchema),
});

/** The first items that wait for a person. The API cannot filter jobs, so `coverage` says how many jobs were read. */
const waitingSchema = z.object({
  ...partMembers,
  items: z.array(attentionItemSchema),
  /** The number of items that the console could count. `items` may contain fewer. */
  total: z.number(),
  sources: z.array(attentionSourceStateSchema),
});

const figureSchema = z.object({ now: z.number(), before: z.number().optional() });

export type Figure = z.infer<typeof figureSchema>;

/** Counts for the window, and for the same number of days before it. */
const figuresSchema = z.object({
  ...partMembers,
  /** The number of new customers, from the API; absent if it could not be read. */
  newCustomers: figureSchema.optional(),
  /** The number of customers that the console created, from its own record. */
  createdHere: figureSchema,
  contractChanges: figureSchema,
  needingAttention: figureSchema,
  /** When the console's record starts. If the record starts too late for a comparison, `before` is absent. */
  recordSince: z.string().optional(),
});

const valueCounts = z.array(z.object({ value: z.string().optional(), count: z.number() }));

/** Active customers as they were known at one time. */
const countedSchema = z.object({
  /** When they were counted. ISO 8601 in UTC. */
  at: z.string(),
  customers: z.number(),
  /** The users of those customers whose number is known, and how many customers these are. */
  users: z.number(),
  withUsers: z.number(),
  /** The number of known customers, deleted ones included, and the API's number of them if it is known. */
  known: z.number(),
  total: z.number().optional(),
  /** The entry without `value` counts customers whose plan or term is not known. */
  plans: valueCounts,
  terms: valueCounts,
});

/** All active customers from what Switchboard has read: as last counted, and week by week. */
const allCustomersSchema = z.object({
  ...partMembers,
  /** Absent: nothing has been counted yet. */
  now: countedSchema.optional(),
  /** Calendar weeks in UTC, from the first counted one to the current one. `counted` is absent in a gap. */
  weeks: z.array(z.object({ monday: z.string(), counted: countedSchema.optional() })),
});

export type CountedCustomers = z.infer<typeof countedSchema>;

/** The schema of each part of the overview. Each part is read and fails separately. */
export const overviewPartSchemas = {
  waiting: waitingSchema,
  figures: figuresSchema,
  customersByDay: customersByDaySchema,
  plans: customerValuesSchema,
  terms: customerValuesSchema,
  allCustomers: allCustomersSchema,
  jobs: overviewJobsSchema,
  operations: overviewOperationsSchema,
} as const satisfies Record<OverviewPart, z.ZodType>;

export type OverviewValue<Part extends OverviewPart> = z.infer<(typeof overviewPartSchemas)[Part]>;

/** A part that could not be read. */
export const failedOverviewPartSchema = z.object({ problem: problemSchema });

export type FailedOverviewPart = z.infer<typeof failedOverviewPartSchema>;

/** The answer of `GET /api/{environment}/overview`: the parts that were requested. */
export type Overview = { [Part in OverviewPart]?: OverviewValue<Part> | FailedOverviewPart };

const partList = z
  .string()
  .transform((value) => value.split(","))
  .pipe(z.array(z.enum(overviewParts, { error: `must be of ${overviewParts.join(", ")}` })));

/** The query of `GET /api/{environment}/overview`, as text from a URL. */
export const overviewQuerySchema = z.strictObject({
  window: z
    .enum(overviewWindows, { error: `must be one of ${overviewWindows.join(", ")}` })
    .default(defaultOverviewWindow),
  /** The requested parts, separated by commas. Default: all parts. */
  part: partList.optional(),
});

export type OverviewQuery = z.output<typeof overviewQuerySchema>;
