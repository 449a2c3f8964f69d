import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import { calendarDaySchema, invalidWindow } from "#lib/contract/dates.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { answerAge, listEnvelope, pageQuery, wordList } from "#lib/contract/list.ts";
import { operationOutcomes, outcomeDetails } from "#lib/contract/operation-outcome.ts";
import { runApprovalSchema } from "#lib/contract/operations/approval.ts";
import { csvQuery } from "#lib/contract/operations/csv-file.ts";
import { chosenTimeSchema, plannedTimeSchema } from "#lib/contract/operations/planned-time.ts";
import { runShape } from "#lib/contract/operations/run.ts";
import { viewDefinitionShape, viewStates } from "#lib/contract/operations/view-target.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import {
  type BulkChange,
  bulkRowStates,
  bulkStates,
  maxBulkRows,
} from "#lib/contract/values/operations/bulk-states.ts";
import {
  optionalTicketSchema,
  referenceOnlySchema,
  ticketSchema,
  writeReasonSchema,
  writeReferenceSchema,
} from "./write-reference.ts";

export type { BulkChange, BulkRowState, BulkState } from "#lib/contract/values/operations/bulk-states.ts";

/**
 * The maximum number of unfinished bulk changes per environment. A bulk change that is paused, or that was only checked
 * and not started, is unfinished too.
 */
export const maxUnfinishedBulks = 50;

/** The maximum number of bulk changes per person and hour, over all environments. Cancelled bulk changes count too. */
export const maxBulksAnHour = 100;

/** The maximum number of rows per person and hour, over all bulk changes and environments. */
export const maxBulkRowsAnHour = 50_000;

/** The maximum size of the body of `POST /api/{environment}/bulk`, and of its file, in bytes. */
export const maxBulkBytes = 1024 * 1024;

const contractValue = (what: string) =>
  z
    .string({ error: `must be ${what}` })
    .trim()
    .min(1, { error: `must be ${what}` })
    .max(200, { error: "must be 200 characters or less" });

const changes = z.strictObject({ term: contractValue("a term").optional(), plan: contractValue("a plan").optional() });

/** The new value of every row: either `term` or `plan`, never both (specification, section 4.4). */
export const bulkChangeSchema = changes
  .superRefine(({ term, plan }, context) => {
    if ((term === undefined) === (plan === undefined)) {
      context.addIssue({ code: "custom", message: "must be a term or a plan, exactly one of both" });
    }
  })
  .transform(({ term, plan }): BulkChange => (term === undefined ? { plan: plan ?? "" } : { term }));

const matchingFiltersSchema = z
  .strictObject({
    datefrom: calendarDaySchema,
    dateto: calendarDaySchema.optional(),
    searchTerm: z.string().trim().min(1).max(maxSearchTermLength).optional(),
    includeDeleted: z.boolean(),
  })
  .refine(isValidWindow, invalidWindow);

/**
 * The customers of a bulk change: a list of IDs, all customers that match the filters of the list, all customers of a
 * saved view, or the unchanged customers of an earlier bulk change. The check turns matching customers, and the
 * customers of a view, into a fixed list of IDs, so customers that are added later are not changed. `total` is the
 * number of customers that the person saw.
 */
export const bulkSourceSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("ids"),
    customerIDs: z
      .array(resourceIDSchema)
      .min(1, { error: "must name at least one customer" })
      .max(maxBulkRows, { error: `must name ${maxBulkRows} customers or fewer` }),
  }),
  z.strictObject({ kind: z.literal("matching"), filters: matchingFiltersSchema, total: z.int().min(0) }),
  z.strictObject({ kind: z.literal("view"), viewID: resourceIDSchema }),
  z.strictObject({ kind: z.literal("again"), bulkID: resourceIDSchema }),
]);

export type BulkSource = z.infer<typeof bulkSourceSchema>;

/**
 * The body of `POST /api/{environment}/bulk`. The request starts the check of the customers; it changes nothing.
 * `change` may be absent for the customers of an earlier bulk change. Each customer then gets the value from the
 * earlier bulk change.
 */
export const startBulkSchema = z
  .strictObject({
    change: bulkChangeSchema.optional(),
    source: bulkSourceSchema,
    /**
     * If set, each customer gets a planned change for this time instead of an immediate change. `until` makes the
     * planned changes temporary. Not allowed with a source of kind `matching`.
     */
    at: plannedTimeSchema.optional(),
    until: plannedTimeSchema.optional(),
    /** The old name of `console.reason`. */
    note: writeReasonSchema,
    /** The ticket and the reason. The operations of all customers get this ticket and this reason. */
    console: writeReferenceSchema,
  })
  .refine(({ change, source }) => change !== undefined || source.kind === "again", {
    path: ["change"],
    error: "must be a term or a plan",
  })
  .refine(({ at, until }) => at !== undefined || until === undefined, {
    path: ["at"],
    error: "must be the time at which the temporary change begins",
  })
  .refine(({ at, source }) => at === undefined || source.kind !== "matching", {
    path: ["source"],
    error: "must be a list of customer IDs where the changes are planned",
  });

export type StartBulk = z.output<typeof startBulkSchema>;

/** The new value of a row, as it is stored. */
export const storedChangeSchema = z.union([
  z.object({ term: z.string() }),
  z.object({ plan: z.string() }),
]) as z.ZodType<BulkChange>;

export const bulkRowSchema = z.object({
  /** The row's position in the fixed list, starting at 1. */
  position: z.number(),
  customerID: z.string(),
  /** Empty if the console has never read the customer. */
  companyName: z.string(),
  /** The new value. Each row has its own value in an undo or in a bulk change from a file. */
  change: storedChangeSchema,
  /** The contract at the time of the check. */
  before: contractSchema.optional(),
  /** The contract that was read after the change. */
  after: contractSchema.optional(),
  state: z.enum(bulkRowStates),
  /** Why the row is in this state, in the API's words if the API sent a reason. */
  reason: z.string().optional(),
  operationID: z.string().optional(),
  /** The ID of the planned change that was created for the row. */
  plannedChangeID: z.string().optional(),
  /** The outcome of the row's operation, and the outcome's detail; absent without an operation. */
  outcome: z.enum(operationOutcomes).optional(),
  outcomeDetail: z.enum(outcomeDetails).optional(),
  /** When the change was verified; ISO 8601 in UTC, like all times in this file. */
  confirmedAt: z.string().optional(),
  settledAt: z.string().optional(),
});

export type BulkRow = z.infer<typeof bulkRowSchema>;

export const bulkSchema = z.object({
  bulkID: z.string(),
  environment: environmentSchema,
  state: z.enum(bulkStates),
  ...runShape,
  /** The new value of every row. Absent if each row has its own value. */
  change: storedChangeSchema.optional(),
  /**
   * The start time of the planned changes that are created for the rows. `until`: the end time, if the planned changes
   * are temporary. Absent if the rows are changed immediately.
   */
  at: chosenTimeSchema.optional(),
  until: chosenTimeSchema.optional(),
  source: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("ids"),
      given: z.number(),
      duplicates: z.number(),
      /**
       * The ID of the earlier bulk change that left these customers unchanged. Absent if there is no earlier bulk
       * change.
       */
      ofBulkID: z.string().optional(),
    }),
    /** A CSV file that contains a plan, a term or both for each customer. */
    z.object({ kind: z.literal("file"), fileName: z.string(), given: z.number() }),
    /** The verified changes of an earlier bulk change. Each customer gets its previous value back. */
    z.object({
      kind: z.literal("undo"),
      ofBulkID: z.string(),
      given: z.number(),
      /**
       * The number of changes that cannot be undone, because they are not verified or their previous value is unknown.
       */
      leftOut: z.number(),
    }),
    z.object({
      kind: z.literal("matching"),
      filters: z.object({
        datefrom: z.string(),
        dateto: z.string().optional(),
        searchTerm: z.string().optional(),
        includeDeleted: z.boolean(),
      }),
      /** The number of customers that the person saw. */
      total: z.number(),
    }),
    /** All customers of a saved view at the time of the check (`checkedAt`). */
    z.object({ kind: z.literal("view"), ...viewDefinitionShape }),
  ]),
  /** The number of rows. While the console is still listing the matching customers, this is the expected number. */
  total: z.number(),
  counts: z.record(z.enum(bulkRowStates), z.number()),
  /** How the fixed list of customers differs from the list that the person saw, as a sentence. */
  drift: z.string().optional(),
  /** The first row. It is changed alone, before a person starts all other rows. */
  first: bulkRowSchema.optional(),
  /** The ID of the newest bulk change that undoes this bulk change. Cancelled bulk changes do not count. */
  undoneBy: z.string().optional(),
});

export type Bulk = z.infer<typeof bulkSchema>;

/** The answer of `POST /api/{environment}/bulk` and of the actions on a bulk change. */
export const bulkAnswerSchema = z.object({ bulk: bulkSchema });

/** The query of `POST /api/{environment}/bulk/file`, whose body is the file. */
export const bulkFileQuerySchema = z.strictObject({
  ...csvQuery,
  ticket: optionalTicketSchema,
  reason: writeReasonSchema,
});

/** The body of `POST /api/{environment}/bulk/{bulkID}/undo`. A request without a body is allowed. */
export const undoBulkSchema = referenceOnlySchema.optional();

export type UndoBulk = z.output<typeof undoBulkSchema>;

export type BulkFileQuery = z.output<typeof bulkFileQuerySchema>;

/**
 * The answer of `GET /api/{environment}/bulk/{bulkID}`, with one page of rows. `total` is the number of rows that match
 * the filter.
 */
export const bulkDetailSchema = z.object({
  bulk: bulkSchema,
  rows: z.array(bulkRowSchema),
  /** Set if the next step needs an approval, or if an approval was requested. */
  approval: runApprovalSchema.optional(),
  /**
   * Whether the view that the bulk change was started for is still the same. `edited`: it has other filters now.
   * `gone`: it was deleted, or the person who started the bulk change may no longer see it. Absent for other sources.
   */
  viewState: z.enum(viewStates).optional(),
  /** The ID of the proposal of an assistant that a person accepted to start this. Absent for other bulk changes. */
  proposalID: z.string().optional(),
  ...listEnvelope,
});

const namedCustomers = z.array(z.object({ customerID: z.string(), companyName: z.string() }));

/**
 * The answer of `GET /api/{environment}/bulk/{bulkID}/view`: the view as it was when the bulk change was started,
 * evaluated again and compared with the rows.
 */
export const bulkViewComparisonSchema = z.object({
  /** Whether the view still has the filters with which the bulk change was started. */
  viewState: z.enum(viewStates),
  /** When the API was read; ISO 8601 in UTC. */
  asOf: z.string(),
  /** The number of customers in the view at that time. */
  customers: z.number(),
  /** True if customers were added or removed while the API was read. */
  drifted: z.boolean(),
  /** The customers in the view that have no row. They are not changed unless a person adds them. */
  entered: namedCustomers,
  /** The customers whose row still waits and that are no longer in the view. They will be skipped. */
  left: namedCustomers,
});

export type BulkViewComparison = z.infer<typeof bulkViewComparisonSchema>;

export type BulkDetail = z.infer<typeof bulkDetailSchema>;

/** The answer of `GET /api/{environment}/bulk`, newest first. */
export const bulkListSchema = z.object({ bulks: z.array(bulkSchema), ...listEnvelope, ...answerAge });

export type BulkList = z.infer<typeof bulkListSchema>;

/** The query of `GET /api/{environment}/bulk`, as text from a URL. */
export const bulkListQuerySchema = z.strictObject({
  ...pageQuery,
  /** Only bulk changes for this ticket; letter case is ignored. */
  ticket: ticketSchema.optional(),
  /** True to list only bulk changes that the sender started. */
  mine: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
});

export type BulkListQuery = z.output<typeof bulkListQuerySchema>;

/** The query of `GET /api/{environment}/bulk/{bulkID}`, as text from a URL. */
export const bulkQuerySchema = z.strictObject({
  ...pageQuery,
  /** One or more states of the rows, separated by commas. */
  state: wordList(bulkRowStates).optional(),
});

export type BulkQuery = z.output<typeof bulkQuerySchema>;
