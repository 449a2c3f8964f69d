import { z } from "zod";
import { coverageSchema } from "#lib/contract/day-counts.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { attentionKinds, maxSnoozeDays } from "#lib/contract/values/console/attention-kinds.ts";

export type { AttentionKind } from "#lib/contract/values/console/attention-kinds.ts";

const personSchema = z.object({ staffID: z.string(), email: z.string() });

/** A person has put an item off, for everybody. */
const snoozeSchema = z.object({ until: z.string(), reason: z.string(), by: personSchema, at: z.string() });

/** Something that goes on only when a person acts. It ends by itself when its cause ends. */
export const attentionItemSchema = z.object({
  kind: z.enum(attentionKinds),
  /** The ID of what waits: of an operation, a job, a bulk change, an import, a planned change or an approval. */
  id: z.string(),
  environment: environmentSchema,
  /** The customer's name where there is one, else what it is; a bare ID only where no name is known. */
  title: z.string(),
  customerID: z.string().optional(),
  /** What was requested: a kind of operation, or a job's type. */
  what: z.string().optional(),
  /** Which value a change sets. */
  change: z.object({ member: z.enum(["plan", "term"]), value: z.string() }).optional(),
  /** How many customers it is about, where that is not one. */
  customers: z.number().optional(),
  /** How it stands, where its kind alone does not say: the state of a bulk change, `refused`, … */
  state: z.string().optional(),
  /** Whose it is: who requested it, or is responsible for it now. Absent where that is not known. */
  person: personSchema.optional(),
  /** Since when it waits; ISO 8601 in UTC. */
  since: z.string().optional(),
  /** The page where a person can act. */
  href: z.string(),
  /** Present while it is put off: by whom, why, and until when it is not shown. */
  snooze: snoozeSchema.optional(),
});

export type AttentionItem = z.infer<typeof attentionItemSchema>;

/** One source of items, and whether it could be read just now. */
export const attentionSourceStateSchema = z.object({
  name: z.string(),
  environment: environmentSchema,
  read: z.boolean(),
  /** How much of a list bounded calls have looked at, where that is not all by nature. */
  coverage: coverageSchema.optional(),
});

export type AttentionSourceState = z.infer<typeof attentionSourceStateSchema>;

/** The answer of `GET /api/attention`: what waits in all environments that the person may see. */
export const attentionListSchema = z.object({
  asOf: z.string(),
  items: z.array(attentionItemSchema),
  /** How many of these there are, as far as the sources could look: `items` may be fewer. */
  total: z.number(),
  /** How many there are without a filter: open ones, those of them that wait for this person, and those put off. */
  counts: z.object({ open: z.number(), mine: z.number(), snoozed: z.number() }),
  sources: z.array(attentionSourceStateSchema),
});

export type AttentionList = z.infer<typeof attentionListSchema>;

/** The answer of `GET /api/attention/count`; the API's jobs count as they were read last. */
export const attentionCountSchema = z.object({ open: z.number(), mine: z.number(), asOf: z.string() });

export type AttentionCount = z.infer<typeof attentionCountSchema>;

const flag = z
  .enum(["true", "false", ""], { error: "must be true or false" })
  .transform((value) => value !== "false")
  .default(false);

/** The query of `GET /api/attention`, as text from a URL. */
export const attentionQuerySchema = z.strictObject({
  /** Only what waits for the sender: their own, and what they may approve. */
  mine: flag,
  environment: environmentSchema.optional(),
  kind: z.enum(attentionKinds, { error: `must be one of ${attentionKinds.join(", ")}` }).optional(),
  /** Those that are put off, in place of those that are not. */
  snoozed: flag,
});

export type AttentionQuery = z.output<typeof attentionQuerySchema>;

/** Which of several items with one ID is meant, where IDs of two environments or subjects are the same. */
const itemMembers = { environment: environmentSchema.optional(), kind: z.enum(attentionKinds).optional() };

const maxReason = 500;

/** The body of `POST /api/attention/{id}/snooze`. */
export const snoozeItemSchema = z.strictObject({
  ...itemMembers,
  until: z.iso.datetime({
    offset: true,
    error: `must be a time of the next ${maxSnoozeDays} days, such as 2026-11-23T09:00:00Z`,
  }),
  reason: z
    .string({ error: "must say why" })
    .trim()
    .min(1, { error: "must say why" })
    .max(maxReason, { error: `must be ${maxReason} characters or less` })
    .regex(/^[^\0]*$/, { error: "must not have NUL characters" }),
});

export type SnoozeItem = z.output<typeof snoozeItemSchema>;

/** The query of `DELETE /api/attention/{id}/snooze`. */
export const snoozedItemSchema = z.strictObject(itemMembers);

export type SnoozedItem = z.output<typeof snoozedItemSchema>;
