import { z } from "@hono/zod-openapi";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { parseTimeSpan } from "../services/time-window.ts";

/** The page size if the request has no `limit` (specification, section 8). */
const defaultLimit = 10;

/** A query parameter with a single value. If it is repeated, the schema gets an array and refuses it. */
export const singleValue = z.string({ error: "must be given once" });

const wholeNumber = (least: number, most: number, error: string) =>
  singleValue
    .regex(/^\d{1,15}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });

/** The parameters `limit` and `offset` of every list (specification, section 8). */
export const pageParameters = {
  limit: wholeNumber(1, maxLimit, `must be a whole number from 1 to ${maxLimit}`).default(defaultLimit).openapi({
    type: "integer",
    default: defaultLimit,
    minimum: 1,
    maximum: maxLimit,
    description: "Most items to give",
  }),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER, "must be a whole number, 0 or more")
    .default(0)
    .openapi({ type: "integer", default: 0, minimum: 0, description: "Items to skip" }),
};

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  singleValue.pipe(z.enum(values, { error: `must be one of ${values.join(", ")}` }));

export const flag = singleValue
  .pipe(z.enum(["true", "false"], { error: "must be true or false" }))
  .transform((value) => value === "true");

/** A parameter that is a date or a timestamp. */
export const timeSpan = singleValue.transform((text, context) => {
  const span = parseTimeSpan(text);
  if (span) return span;
  context.addIssue({
    code: "custom",
    message: "must be a date that exists (YYYY-MM-DD) or an ISO timestamp with its zone",
  });
  return z.NEVER;
});
