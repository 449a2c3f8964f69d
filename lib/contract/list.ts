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

/** One or more words, separated by commas (docs/decisions/0059-filters-with-several-values.md). */
export const wordList = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(z.enum(words, { error: `must be of ${words.join(", ")}` })));

/** The parameters for paging, which every list has, as text from a URL. */
export const pageQuery = {
  limit: wholeNumber(1, maxLimit).default(25),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
};

/** The query of a list without filters: `GET /api/{environment}/webhooks` and `/numbers`. */
export const pageQuerySchema = z.strictObject(pageQuery);

export type PageQuery = z.output<typeof pageQuerySchema>;

/**
 * The age of an API answer. If the API gives no new answer, the console sends an older answer and marks it as stale.
 */
export const answerAge = {
  /** When the API gave the answer; ISO 8601 in UTC. */
  asOf: z.string(),
  /** Set if this is an older answer, because the API gives no new one. */
  stale: z.literal(true).optional(),
  /** With `stale`: set if the API refuses the console's key. Absent for any other reason. */
  staleReason: z.literal("key_refused").optional(),
  /** With `stale`: when the console sends requests to the API again; ISO 8601 in UTC. */
  retryAt: z.string().optional(),
};

/**
 * Returns the members that mark an answer as stale. An answer that is computed from a stale answer must contain these
 * members too.
 */
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

/**
 * The age of several answers together. `asOf` comes from the oldest answer. The result is stale if at least one answer
 * is stale. Undefined if there are no answers.
 */
export function oldestAge(answers: readonly AnswerAge[]): AnswerAge | undefined {
  const oldest = answers.reduce<AnswerAge | undefined>((first, next) => {
    return first && first.asOf <= next.asOf ? first : next;
  }, undefined);
  return oldest && { asOf: oldest.asOf, ...staleMembers(answers.find(({ stale }) => stale) ?? {}) };
}

/** The members of every list, in addition to its rows (specification, section 2). */
export const listEnvelope = {
  /** The number of matching rows, over all pages. */
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  ...answerAge,
  /** All members of the API's answer except its rows, unchanged. */
  envelope: z.record(z.string(), z.unknown()).optional(),
  /** Set if the API returned the complete list at once. The console then cut this page out of the list. */
  pagedLocally: z.literal(true).optional(),
};
