import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import { calendarDaySchema, invalidWindow } from "#lib/contract/dates.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { answerAge, listEnvelope, pageQuery } from "#lib/contract/list.ts";
import { operationOutcomes, outcomeDetails } from "#lib/contract/operation-outcome.ts";
import { runApprovalSchema } from "#lib/contract/operations/approval.ts";
import { csvQuery } from "#lib/contract/operations/csv-file.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import {
  type BulkChange,
  bulkRowStates,
  bulkStates,
  maxBulkRows,
} from "#lib/contract/values/operations/bulk-states.ts";
import { optionalTicketSchema, ticketSchema, writeReasonSchema, writeReferenceSchema } from "./write-reference.ts";

export type { BulkChange, BulkRowState, BulkState } from "#lib/contract/values/operations/bulk-states.ts";

/** With more rows than these, the rest is started only by a person who has just proved who they are. */
export const maxBulkRowsWithoutProof = 100;

/** How many bulk changes of one environment may be unfinished at once, paused and merely checked ones included. */
export const maxUnfinishedBulks = 50;

/** How many bulk changes one person may make in an hour, in all environments together, cancelled ones included. */
export const maxBulksAnHour = 100;

/** How many rows these may have together. */
export const maxBulkRowsAnHour = 50_000;

/** The largest body of `POST /api/{environment}/bulk` and of its file, in bytes. */
export const maxBulkBytes = 1024 * 1024;

const contractValue = (what: string) =>
  z
    .string({ error: `must be ${what}` })
    .trim()
    .min(1, { error: `must be ${what}` })
    .max(200, { error: "must be 200 characters or less" });

const changes = z.strictObject({ term: contractValue("a term").optional(), plan: contractValue("a plan").optional() });

/** What is changed for every row: `term` or `plan`, never both (specification, section 4.4). */
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
 * Which customers: these, or all that match the list's filters, or those of another bulk change that were
 * not changed. Those that match become a list of IDs at the beginning of the check, so that who is added
 * later is not changed; `total` is what the person saw.
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
  z.strictObject({ kind: z.literal("again"), bulkID: resourceIDSchema }),
]);

export type BulkSource = z.infer<typeof bulkSourceSchema>;

/**
 * The body of `POST /api/{environment}/bulk`: checks the customers, and sends nothing. Without `change` the customers of
 * an earlier bulk change keep the values that each was to get there.
 */
export const startBulkSchema = z
  .strictObject({
    change: bulkChangeSchema.optional(),
    source: bulkSourceSchema,
    /** The earlier name of `console.reason`. */
    note: writeReasonSchema,
    /** For which ticket and why; each customer's change carries both. */
    console: writeReferenceSchema,
  })
  .refine(({ change, source }) => change !== undefined || source.kind === "again", {
    path: ["change"],
    error: "must be a term or a plan",
  });

export type StartBulk = z.output<typeof startBulkSchema>;

const changeShape = z
  .union([z.object({ term: z.string() }), z.object({ plan: z.string() })])
  .transform((it) => it as BulkChange);

export const bulkRowSchema = z.object({
  /** Its place in the frozen list, from 1. */
  position: z.number(),
  customerID: z.string(),
  /** Empty where it was never read. */
  companyName: z.string(),
  /** What it is changed to: of an undo or a list from a file each row has a value of its own. */
  change: changeShape,
  /** The contract as the check saw it. */
  before: contractSchema.optional(),
  /** As it was read after the change. */
  after: contractSchema.optional(),
  state: z.enum(bulkRowStates),
  /** Why, in the API's words where it gave some. */
  reason: z.string().optional(),
  operationID: z.string().optional(),
  /** What its operation has come to, and what that rests on; absent where it has none. */
  outcome: z.enum(operationOutcomes).optional(),
  outcomeDetail: z.enum(outcomeDetails).optional(),
  /** When reading showed the change in force; ISO 8601 in UTC, as all instants here. */
  confirmedAt: z.string().optional(),
  settledAt: z.string().optional(),
});

export type BulkRow = z.infer<typeof bulkRowSchema>;

/** Why it stopped by itself. */
export const bulkReasonSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** Before this trying again is useless. */
  retryAt: z.string().optional(),
});

export type BulkReason = z.infer<typeof bulkReasonSchema>;

const person = z.object({ staffID: z.string(), email: z.string() });

export const bulkSchema = z.object({
  bulkID: z.string(),
  environment: environmentSchema,
  state: z.enum(bulkStates),
  /** Who began it. */
  actor: person,
  /** Who started the changes last: the operations are theirs. */
  runBy: person.optional(),
  /** What every row is changed to; absent where each has a value of its own. */
  change: changeShape.optional(),
  /** Why it was started. */
  note: z.string().optional(),
  ticket: z.string().optional(),
  source: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("ids"),
      given: z.number(),
      duplicates: z.number(),
      /** The bulk change that left them unchanged, where they come from one. */
      ofBulkID: z.string().optional(),
    }),
    /** A CSV file with a plan, a term or both for each customer. */
    z.object({ kind: z.literal("file"), fileName: z.string(), given: z.number() }),
    /** The verified changes of an earlier bulk change, back to what was before. */
    z.object({
      kind: z.literal("undo"),
      ofBulkID: z.string(),
      given: z.number(),
      /** How many changes are left out because they are not verified or what was before them is not known. */
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
      /** How many the person saw. */
      total: z.number(),
    }),
  ]),
  /** How many rows there are; while those that match are still being listed, how many there will be. */
  total: z.number(),
  counts: z.record(z.enum(bulkRowStates), z.number()),
  /** What moved between the person's look and the frozen list, in words. */
  drift: z.string().optional(),
  /** Why it is paused. */
  reason: bulkReasonSchema.optional(),
  /** Where a paused one goes on. */
  pausedFrom: z.enum(["checking", "canary", "running"]).optional(),
  /** The row that is or was changed first, alone. */
  canary: bulkRowSchema.optional(),
  /** The newest bulk change that undoes this one, where one was started and not cancelled. */
  undoneBy: z.string().optional(),
  createdAt: z.string(),
  checkedAt: z.string().optional(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
});

export type Bulk = z.infer<typeof bulkSchema>;

/** The answer of `POST /api/{environment}/bulk` and of its steps. */
export const bulkAnswerSchema = z.object({ bulk: bulkSchema });

/** The query of `POST /api/{environment}/bulk/file`, whose body is the file. */
export const bulkFileQuerySchema = z.strictObject({
  ...csvQuery,
  ticket: optionalTicketSchema,
  reason: writeReasonSchema,
});

/** The body of `POST /api/{environment}/bulk/{bulkID}/undo`; none is the same as an empty one. */
export const undoBulkSchema = z.strictObject({ console: writeReferenceSchema }).optional();

export type UndoBulk = z.output<typeof undoBulkSchema>;

export type BulkFileQuery = z.output<typeof bulkFileQuerySchema>;

/** The answer of `GET /api/{environment}/bulk/{bulkID}`: a page of rows; `total` counts those of the filter. */
export const bulkDetailSchema = z.object({
  bulk: bulkSchema,
  rows: z.array(bulkRowSchema),
  /** Present where a person takes the next step and needs an approval for it, or has asked for one. */
  approval: runApprovalSchema.optional(),
  ...listEnvelope,
});

export type BulkDetail = z.infer<typeof bulkDetailSchema>;

/** The answer of `GET /api/{environment}/bulk`, newest first. */
export const bulkListSchema = z.object({ bulks: z.array(bulkSchema), ...listEnvelope, ...answerAge });

export type BulkList = z.infer<typeof bulkListSchema>;

/** The query of `GET /api/{environment}/bulk`, as text from a URL. */
export const bulkListQuerySchema = z.strictObject({
  ...pageQuery,
  /** Those of one ticket, in any letter case. */
  ticket: ticketSchema.optional(),
  /** True for those that the sender has started. */
  mine: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
});

export type BulkListQuery = z.output<typeof bulkListQuerySchema>;

const stateList = z
  .string()
  .transform((value) => value.split(","))
  .pipe(z.array(z.enum(bulkRowStates, { error: `must be of ${bulkRowStates.join(", ")}` })));

/** The query of `GET /api/{environment}/bulk/{bulkID}`, as text from a URL. */
export const bulkQuerySchema = z.strictObject({
  ...pageQuery,
  /** Rows in one state or several, separated by commas. */
  state: stateList.optional(),
});

export type BulkQuery = z.output<typeof bulkQuerySchema>;

/** The body of `POST /api/{environment}/bulk/{bulkID}/resume`; none is the same as an empty one. */
export const resumeBulkSchema = z
  .strictObject({
    /** From `ready`, or where the first customer's change failed: the customer to change first, of those that wait. */
    canaryID: resourceIDSchema.optional(),
    /**
     * What the person was told would come. Somebody else may have gone a step on meanwhile, and who wants
     * to change one customer must not change all of them.
     */
    to: z.enum(["checking", "canary", "running"]).optional(),
  })
  .optional();

export type ResumeBulk = z.output<typeof resumeBulkSchema>;
