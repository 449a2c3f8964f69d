import { z } from "zod";
import { listEnvelope, wholeNumber } from "#lib/contract/list.ts";
import { maxLimit, maxViewNameLength } from "#lib/contract/values/limits.ts";

/** The maximum number of views per person. */
export const maxViews = 100;

/** The layout of a table: the columns in order, and the row height. */
export const tableLayoutSchema = z.strictObject({
  columns: z.array(z.string().max(40)).max(30),
  density: z.enum(["comfortable", "compact"], { error: "must be comfortable or compact" }),
});

/** A saved view of the customers page. It can be used in every environment. A relative date range stays relative. */
export const savedViewSchema = z.object({
  viewID: z.string(),
  name: z.string(),
  /**
   * The query string of the customers page, without page number and environment. Empty for the page without filters.
   */
  query: z.string(),
  /** Absent if the view does not change the table's layout. */
  layout: tableLayoutSchema.optional(),
  /** True if everybody sees the view. False: only its owner sees it. */
  shared: z.boolean(),
  owner: z.object({ staffID: z.string(), name: z.string() }),
  /** True if the sender is the owner. */
  mine: z.boolean(),
  /** ISO 8601 in UTC. */
  updatedAt: z.string(),
});

export type SavedView = z.infer<typeof savedViewSchema>;

/** The answer of `POST /api/views` and `PATCH /api/views/{viewID}`. */
export const viewAnswerSchema = z.object({ view: savedViewSchema });

/**
 * The answer of `GET /api/views`. The sender's own views come first, then the views that other people share. Each group
 * is sorted by name.
 */
export const viewListSchema = z.object({ views: z.array(savedViewSchema), ...listEnvelope });

export type ViewList = z.infer<typeof viewListSchema>;

/** The query of `GET /api/views`, as text from a URL. */
export const viewListQuerySchema = z.strictObject({
  limit: wholeNumber(1, maxLimit).default(maxLimit),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
});

export type ViewListQuery = z.output<typeof viewListQuerySchema>;

const members = {
  name: z
    .string({ error: "must be a name" })
    .trim()
    .min(1, { error: "Enter a name" })
    .max(maxViewNameLength, { error: `must be ${maxViewNameLength} characters or less` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: "must not have control characters" }),
  query: z.string({ error: "must be a query" }).max(2_000, { error: "must be 2000 characters or less" }),
  layout: tableLayoutSchema,
  shared: z.boolean({ error: "must be true or false" }),
};

/** The body of `POST /api/views`. */
export const newViewSchema = z.strictObject({
  ...members,
  layout: members.layout.optional(),
  shared: members.shared.default(false),
});

export type NewView = z.output<typeof newViewSchema>;

/** The body of `PATCH /api/views/{viewID}`. Absent members stay unchanged. */
export const viewChangeSchema = z
  .strictObject(members)
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: "must change something" });

export type ViewChange = z.output<typeof viewChangeSchema>;
