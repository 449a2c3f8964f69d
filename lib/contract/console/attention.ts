import { z } from "zod";
import { assignmentSchema } from "#lib/contract/console/assignment.ts";
import { historyChangeSchema } from "#lib/contract/customers/customer-history.ts";
import { coverageSchema } from "#lib/contract/day-counts.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { wordList } from "#lib/contract/list.ts";
import { attentionKinds, maxSnoozeDays } from "#lib/contract/values/console/attention-kinds.ts";

export type { AttentionKind } from "#lib/contract/values/console/attention-kinds.ts";

/** `name`: the current name. Absent for an API client, whose name is in `email`, and for a removed person. */
const personSchema = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });

/** A postponement of an item. It applies to everybody. */
const snoozeSchema = z.object({ until: z.string(), reason: z.string(), by: personSchema, at: z.string() });

/** A mark that an item is handled. It applies to everybody until the item's cause changes. */
const handledSchema = z.object({ reason: z.string().optional(), by: personSchema, at: z.string() });

/** An item that waits for a person. It disappears when a person acts or when its cause has ended. */
export const attentionItemSchema = z.object({
  kind: z.enum(attentionKinds),
  /** The ID of the waiting operation, job, bulk change, import, planned change or approval. */
  id: z.string(),
  environment: environmentSchema,
  /** The customer's name, or a description if the item has no customer. It is an ID only if no name is known. */
  title: z.string(),
  customerID: z.string().optional(),
  /** What was requested: a kind of operation, or the type of a job. */
  what: z.string().optional(),
  /** The value that a change sets. */
  change: z.object({ member: z.enum(["plan", "term"]), value: z.string() }).optional(),
  /** What was changed outside Switchboard. */
  changed: z.array(historyChangeSchema).optional(),
  /** The number of customers. Absent for an item about a single customer. */
  customers: z.number().optional(),
  /**
   * How many customers of a finished bulk change or import are done, and how many failed. An import also counts the
   * rows with errors, the skipped rows and the rows with an unknown outcome.
   */
  rows: z
    .object({
      done: z.number(),
      failed: z.number(),
      errors: z.number().optional(),
      skipped: z.number().optional(),
      unknown: z.number().optional(),
    })
    .optional(),
  /**
   * The state of the item, such as `refused` or the state of a bulk change. Absent if `kind` already implies the state.
   */
  state: z.string().optional(),
  /** The person who requested the item, or who is responsible for it now. Absent if unknown. */
  person: personSchema.extend({ name: z.string().optional() }).optional(),
  /** When the item started to wait; ISO 8601 in UTC. */
  since: z.string().optional(),
  /** The URL of the page where a person can act. */
  href: z.string(),
  /** The URL of the page where the failed action can be started again. Absent if there is no such page. */
  again: z.string().optional(),
  /** Who works on the item. Absent if nobody is assigned and nothing is handed over. */
  assignment: assignmentSchema.optional(),
  /** Set while the item is postponed: the person, the reason and the end. */
  snooze: snoozeSchema.optional(),
  /** Set if a person has marked the item as handled: the person, the time and the reason. */
  handled: handledSchema.optional(),
});

export type AttentionItem = z.infer<typeof attentionItemSchema>;

/** The answer of `POST /api/attention/{id}/snooze` and `…/handled`. */
export const attentionItemAnswerSchema = z.object({ item: attentionItemSchema });

/** One source of items, and whether the console could read it. */
export const attentionSourceStateSchema = z.object({
  name: z.string(),
  environment: environmentSchema,
  read: z.boolean(),
  /** How much of the list was covered. Set for a source that reads only a part of a list. */
  coverage: coverageSchema.optional(),
});

export type AttentionSourceState = z.infer<typeof attentionSourceStateSchema>;

/** The answer of `GET /api/attention`: the waiting items of all environments that the person may see. */
export const attentionListSchema = z.object({
  asOf: z.string(),
  items: z.array(attentionItemSchema),
  /** The total number of items, over all sources that could count their items. `items` may contain fewer items. */
  total: z.number(),
  /**
   * The counts without a filter. `open`: all open items. `mine`: open items that wait for this person. `snoozed`:
   * postponed items.
   */
  counts: z.object({ open: z.number(), mine: z.number(), snoozed: z.number() }),
  sources: z.array(attentionSourceStateSchema),
});

export type AttentionList = z.infer<typeof attentionListSchema>;

/** The answer of `GET /api/attention/count`. For jobs, the count uses the state that was last read from the API. */
export const attentionCountSchema = z.object({
  open: z.number(),
  mine: z.number(),
  /** The number of the person's own notifications that the person has not read. */
  unread: z.number(),
  asOf: z.string(),
});

export type AttentionCount = z.infer<typeof attentionCountSchema>;

const flag = z
  .enum(["true", "false", ""], { error: "must be true or false" })
  .transform((value) => value !== "false")
  .default(false);

/** The query of `GET /api/attention`, as text from a URL. */
export const attentionQuerySchema = z.strictObject({
  /**
   * True to list only items that wait for the sender: the sender's own items and the items that the sender may approve.
   */
  mine: flag,
  environment: environmentSchema.optional(),
  /** One or more kinds, separated by commas. */
  kind: wordList(attentionKinds).optional(),
  /** True to list only postponed items. False or absent: only items that are not postponed. Ignored with `handled`. */
  snoozed: flag,
  /** True to list only items that are marked as handled and whose cause still exists. */
  handled: flag,
});

export type AttentionQuery = z.output<typeof attentionQuerySchema>;

/**
 * The members that distinguish items with the same ID. Such items belong to different environments or are of different
 * kinds.
 */
const itemMembers = { environment: environmentSchema.optional(), kind: z.enum(attentionKinds).optional() };

const maxReason = 500;

const reasonSchema = z
  .string({ error: "must say why" })
  .trim()
  .min(1, { error: "must say why" })
  .max(maxReason, { error: `must be ${maxReason} characters or less` })
  .regex(/^[^\0]*$/, { error: "must not have NUL characters" });

/** The body of `POST /api/attention/{id}/snooze`. */
export const snoozeItemSchema = z.strictObject({
  ...itemMembers,
  until: z.iso.datetime({
    offset: true,
    error: `must be a time of the next ${maxSnoozeDays} days, such as 2026-11-23T09:00:00Z`,
  }),
  reason: reasonSchema,
});

export type SnoozeItem = z.output<typeof snoozeItemSchema>;

/** The body of `POST /api/attention/{id}/handled`. An item about a failure needs a reason. */
export const handleItemSchema = z.strictObject({ ...itemMembers, reason: reasonSchema.optional() });

export type HandleItem = z.output<typeof handleItemSchema>;

/** The query of `DELETE /api/attention/{id}/snooze` and of `DELETE /api/attention/{id}/handled`. */
export const namedItemSchema = z.strictObject(itemMembers);

export type NamedItem = z.output<typeof namedItemSchema>;
