import { z } from "zod";
import { contractSchema } from "./customer.ts";
import { maxSearchTermLength } from "./customer-list.ts";
import { calendarDaySchema, isWindow, notAWindow } from "./dates.ts";
import { environmentSchema } from "./environment.ts";
import { answerAge, listEnvelope, pageQuery } from "./list.ts";
import { operationOutcomes, outcomeDetails } from "./operation-outcome.ts";
import { resourceIDSchema } from "./resource-id.ts";

/** How many customers one bulk change may be about. */
export const maxBulkRows = 10_000;

/** How many bulk changes of one environment may be unfinished at once, paused and merely checked ones included. */
export const maxUnfinishedBulks = 50;

/** How many bulk changes one person may make in an hour, in all environments together, cancelled ones included. */
export const maxBulksAnHour = 100;

/** How many rows these may have together. */
export const maxBulkRowsAnHour = 50_000;

/** The largest body of `POST /api/{environment}/bulk`, in bytes. */
export const maxBulkBytes = 1024 * 1024;

const maxNoteLength = 500;

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

export type BulkChange = { term: string; plan?: undefined } | { plan: string; term?: undefined };

/** The member of a contract that a change is about. */
export function changedMember(change: BulkChange): "term" | "plan" {
  return change.term === undefined ? "plan" : "term";
}

/** The value that a change sets. */
export function changedValue(change: BulkChange): string {
  return change.term ?? change.plan ?? "";
}

const matchingFiltersSchema = z
  .strictObject({
    datefrom: calendarDaySchema,
    dateto: calendarDaySchema.optional(),
    searchTerm: z.string().trim().min(1).max(maxSearchTermLength).optional(),
    includeDeleted: z.boolean(),
  })
  .refine(isWindow, notAWindow);

/**
 * States of a row whose change did not come about, for sure: what can be begun anew. A lost answer is not
 * among them: its row may have been changed.
 */
export const againStates = ["failed", "conflict", "unreadable", "missing", "cancelled"] as const;

/** How many rows of a bulk change can be started again. */
export function countAgain(counts: Bulk["counts"]): number {
  return againStates.reduce((sum, state) => sum + counts[state], 0);
}

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

/** The body of `POST /api/{environment}/bulk`: checks the customers, and sends nothing. */
export const startBulkSchema = z.strictObject({
  change: bulkChangeSchema,
  source: bulkSourceSchema,
  note: z
    .string()
    .trim()
    .max(maxNoteLength, { error: `must be ${maxNoteLength} characters or less` })
    .regex(/^[^\0]*$/, { error: "must not have NUL characters" })
    .transform((text) => (text === "" ? undefined : text))
    .optional(),
});

export type StartBulk = z.output<typeof startBulkSchema>;

/**
 * Where a bulk change stands. `checking` reads every customer (the dry run) and ends as `ready`; a person
 * starts the `canary`, one customer alone, which ends as `canary-done`; a person starts the rest,
 * `running`. `paused` by a person or by itself; `finished` and `cancelled` are over.
 */
export const bulkStates = [
  "checking",
  "ready",
  "canary",
  "canary-done",
  "running",
  "paused",
  "finished",
  "cancelled",
] as const;

export type BulkState = (typeof bulkStates)[number];

/** True while the console works on it by itself. */
export function isAtWork(state: BulkState): boolean {
  return state === "checking" || state === "canary" || state === "running";
}

/** True when nothing more will be sent. */
export function isOver(state: BulkState): boolean {
  return state === "finished" || state === "cancelled";
}

/**
 * Where a row stands. `pending`: not read yet. After the check: `waiting` to be changed, or left alone
 * because it is `same` already, `deleted`, `missing` or `unreadable`. `sending`: under way. Then:
 * `changed` (seen in force), `accepted` (by the API, and not seen in force), `conflict` (somebody else
 * changed it since the check; left alone), `failed`, `unknown` (its answer was lost), or `cancelled`.
 */
export const bulkRowStates = [
  "pending",
  "waiting",
  "same",
  "deleted",
  "missing",
  "unreadable",
  "sending",
  "changed",
  "accepted",
  "conflict",
  "failed",
  "unknown",
  "cancelled",
] as const;

export type BulkRowState = (typeof bulkRowStates)[number];

export const bulkRowSchema = z.object({
  /** Its place in the frozen list, from 1. */
  position: z.number(),
  customerID: z.string(),
  /** Empty where it was never read. */
  companyName: z.string(),
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
  change: z.union([z.object({ term: z.string() }), z.object({ plan: z.string() })]).transform((it) => it as BulkChange),
  note: z.string().optional(),
  source: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("ids"),
      given: z.number(),
      duplicates: z.number(),
      /** The bulk change that left them unchanged, where they come from one. */
      ofBulkID: z.string().optional(),
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
  createdAt: z.string(),
  checkedAt: z.string().optional(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
});

export type Bulk = z.infer<typeof bulkSchema>;

/** The answer of `POST /api/{environment}/bulk` and of its steps. */
export const bulkAnswerSchema = z.object({ bulk: bulkSchema });

/** The answer of `GET /api/{environment}/bulk/{bulkID}`: a page of rows; `total` counts those of the filter. */
export const bulkDetailSchema = z.object({ bulk: bulkSchema, rows: z.array(bulkRowSchema), ...listEnvelope });

export type BulkDetail = z.infer<typeof bulkDetailSchema>;

/** The answer of `GET /api/{environment}/bulk`, newest first. */
export const bulkListSchema = z.object({ bulks: z.array(bulkSchema), ...listEnvelope, ...answerAge });

export type BulkList = z.infer<typeof bulkListSchema>;

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
