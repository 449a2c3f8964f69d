import { z } from "zod";
import { attentionItemSchema, attentionSourceStateSchema } from "#lib/contract/console/attention.ts";
import { coverageSchema, dayCountsSchema } from "#lib/contract/day-counts.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import { jobSchema } from "#lib/contract/job.ts";
import { answerAge } from "#lib/contract/list.ts";
import { operationSchema } from "#lib/contract/operations/operation.ts";
import { runPersonSchema } from "#lib/contract/operations/run.ts";
import {
  defaultOverviewWindow,
  type OverviewPart,
  overviewParts,
  overviewWindows,
} from "#lib/contract/values/console/overview-parts.ts";
import { jobStates } from "#lib/contract/values/job-states.ts";

export type { OverviewPart, OverviewWindow } from "#lib/contract/values/console/overview-parts.ts";

/** When a part was read, and how much of its list was read. Each part makes a limited number of calls. */
const partMembers = { ...answerAge, coverage: coverageSchema };

const customerWindow = z.object({ datefrom: z.string() });

/** The customers that were created in the window, counted by UTC day. Deleted customers are not counted. */
const customersByDaySchema = z.object({
  ...partMembers,
  window: customerWindow,
  ...dayCountsSchema.shape,
  /** The total number of customers, regardless of the window. Absent if the API did not provide it. */
  allTime: z.number().optional(),
});

/** The customers of the window, counted by the plan or by the term of their contract. */
const customerValuesSchema = z.object({
  ...partMembers,
  window: customerWindow,
  /** The counts, most frequent value first. The entry without `value` counts customers without a value. */
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

/** A bulk change or an import that has started, with the counts of its operations. */
const overviewRunSchema = z.object({
  kind: z.enum(["bulk", "import"]),
  id: z.string(),
  /** The value that all rows get. Absent for an import, or if each row has its own value. */
  change: z.object({ member: z.enum(["plan", "term"]), value: z.string() }).optional(),
  person: runPersonSchema,
  startedAt: z.string(),
  rows: z.object({ all: z.number(), done: z.number(), failed: z.number() }),
});

export type OverviewRun = z.infer<typeof overviewRunSchema>;

/** The latest writes. `coverage` counts only writes that do not belong to a bulk change or an import. */
const overviewOperationsSchema = z.object({
  ...partMembers,
  operations: z.array(operationSchema),
  runs: z.array(overviewRunSchema),
});

/** The first items that wait for a person. The API cannot filter jobs, so `coverage` says how many jobs were read. */
const waitingSchema = z.object({
  ...partMembers,
  items: z.array(attentionItemSchema),
  /** The number of items that the console could count. `items` may contain fewer items. */
  total: z.number(),
  sources: z.array(attentionSourceStateSchema),
});

const figureSchema = z.object({ now: z.number(), before: z.number().optional() });

export type Figure = z.infer<typeof figureSchema>;

/** Counts for the window and for the period of the same length before the window. */
const figuresSchema = z.object({
  ...partMembers,
  /** The number of new customers, from the API; absent if it could not be read. */
  newCustomers: figureSchema.optional(),
  /** The number of customers that the console created, from its own operations. */
  createdHere: figureSchema,
  contractChanges: figureSchema,
  needingAttention: figureSchema,
  /** When the console's stored data start. `before` is absent if the data start too late for a comparison. */
  recordSince: z.string().optional(),
});

const valueCounts = z.array(z.object({ value: z.string().optional(), count: z.number() }));

/** The active customers at one time, as far as they were known. */
const countedSchema = z.object({
  /** When the customers were counted; ISO 8601 in UTC. */
  at: z.string(),
  customers: z.number(),
  /**
   * `withUsers`: the number of customers whose number of users is known. `users`: the sum of the users of these
   * customers.
   */
  users: z.number(),
  withUsers: z.number(),
  /**
   * `known`: the number of known customers, including deleted ones. `total`: the API's number of customers, if it is
   * known.
   */
  known: z.number(),
  total: z.number().optional(),
  /** The entry without `value` counts customers whose plan or term is unknown. */
  plans: valueCounts,
  terms: valueCounts,
});

/** All active customers that Switchboard knows: the last count, and one count for each week. */
const allCustomersSchema = z.object({
  ...partMembers,
  /** The last count; absent if nothing has been counted yet. */
  now: countedSchema.optional(),
  /**
   * Calendar weeks in UTC, from the first week with a count to the current week. `counted` is absent for a week without
   * a count.
   */
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

/** The answer for a part that could not be read. */
export const failedOverviewPartSchema = z.object({ problem: problemSchema });

export type FailedOverviewPart = z.infer<typeof failedOverviewPartSchema>;

const shownPart = <Part extends z.ZodType>(part: Part) => z.union([part, failedOverviewPartSchema]).optional();

/** The answer of `GET /api/{environment}/overview`: the parts that were requested. */
export const overviewSchema = z.object({
  waiting: shownPart(waitingSchema),
  figures: shownPart(figuresSchema),
  customersByDay: shownPart(customersByDaySchema),
  plans: shownPart(customerValuesSchema),
  terms: shownPart(customerValuesSchema),
  allCustomers: shownPart(allCustomersSchema),
  jobs: shownPart(overviewJobsSchema),
  operations: shownPart(overviewOperationsSchema),
} satisfies Record<OverviewPart, z.ZodType>);

export type Overview = z.infer<typeof overviewSchema>;

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
