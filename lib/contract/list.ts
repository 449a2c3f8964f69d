import { z } from "zod";
import { maxLimit } from "#lib/contract/values/limits.ts";

/** A whole number as text from a URL, from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .string()
    .regex(/^\d{1,15}$/, { error: "must be a whole number" })
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, { error: `must be ${min} or more` })
        .max(max, { error: `must be ${max} or less` }),
    );

/** The parameters for paging that every list has, as text from a URL. */
export const pageQuery = {
  limit: wholeNumber(1, maxLimit).default(25),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
};

/** The query of a list that has no filter: `GET /api/{environment}/jobs`, `/webhooks`, `/numbers`. */
export const pageQuerySchema = z.strictObject(pageQuery);

export type PageQuery = z.output<typeof pageQuerySchema>;

/** The age of an answer, and whether it replaces a newer one. */
export const answerAge = {
  /** When the API gave this answer, ISO 8601 in UTC. */
  asOf: z.string(),
  /** True when the last good answer is shown in place of a new one. */
  stale: z.literal(true).optional(),
  /** With `stale`: the API refuses the console's key; absent if requests to the API are paused. */
  staleReason: z.literal("key_refused").optional(),
  /** With `stale`: the end of the pause of requests to the API, ISO 8601 in UTC. */
  retryAt: z.string().optional(),
};

/** The members that mark an answer as an older one, for answers that are derived from it. */
export function staleMembers({
  stale,
  staleReason,
  retryAt,
}: {
  stale?: true | undefined;
  staleReason?: "key_refused" | undefined;
  retryAt?: string | undefined;
}) {
  if (!stale) return {};
  return { stale, ...(staleReason && { staleReason }), ...(retryAt !== undefined && { retryAt }) };
}

interface AnswerAge {
  asOf: string;
  stale?: true | undefined;
  retryAt?: string | undefined;
}

/** The age of an answer combined from several: that of the oldest. Undefined for an empty list. */
export function oldestAge(answers: readonly AnswerAge[]): AnswerAge | undefined {
  const oldest = answers.reduce<AnswerAge | undefined>((first, next) => {
    return first && first.asOf <= next.asOf ? first : next;
  }, undefined);
  return oldest && { asOf: oldest.asOf, ...staleMembers(answers.find(({ stale }) => stale) ?? {}) };
}

/** The members of every list besides its rows (specification, section 2). */
export const listEnvelope = {
  /** How many rows match, over all pages. */
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  ...answerAge,
  /** The API's envelope without the rows, unchanged. */
  envelope: z.record(z.string(), z.unknown()).optional(),
  /** True if the API returned the whole list at once and the console cut this page out of it. */
  pagedLocally: z.literal(true).optional(),
};
