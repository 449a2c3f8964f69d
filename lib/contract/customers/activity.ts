import { z } from "zod";
import { calendarDaySchema, invalidWindow } from "#lib/contract/dates.ts";
import { coverageSchema, dayCountsSchema } from "#lib/contract/day-counts.ts";
import { answerAge, listEnvelope, pageQuery } from "#lib/contract/list.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";

/**
 * An activity of a customer (specification, section 4.5). The specification does not list the members of an activity. A
 * member is therefore absent if the API sends no value of the expected type.
 */
export const activitySchema = z.object({
  activityID: z.string().optional(),
  /** The type, exactly as the API names it. */
  type: z.string().optional(),
  direction: z.string().optional(),
  /** ISO 8601 in UTC. */
  at: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  /**
   * The telephone number in `from` or `to`, formatted as is usual in the number's country. Absent if the text is not a
   * telephone number.
   */
  fromFormatted: z.string().optional(),
  toFormatted: z.string().optional(),
  durationSeconds: z.number().optional(),
  /** The description, in the API's words. */
  description: z.string().optional(),
  raw: z.record(z.string(), z.unknown()),
});

export type Activity = z.infer<typeof activitySchema>;

/** The specification does not list the values, so every value is allowed. */
const filterWord = z
  .string()
  .trim()
  .max(100, { error: "must be 100 characters or less" })
  .transform((value) => (value === "" ? undefined : value))
  .optional();

/** The query of `GET /api/{environment}/customers/{customerID}/activities`, as text from a URL. */
export const activityListQuerySchema = z
  .strictObject({
    ...pageQuery,
    /** Only activities on or after this UTC day. Absent: no lower limit. */
    datefrom: calendarDaySchema.optional(),
    /** Only activities on or before this UTC day. The whole day is included. */
    dateto: calendarDaySchema.optional(),
    type: filterWord,
    direction: filterWord,
  })
  .refine(isValidWindow, invalidWindow);

export type ActivityListQuery = z.output<typeof activityListQuerySchema>;

/** The query of `GET /api/{environment}/customers/{customerID}/activities/summary`, as text from a URL. */
export const activitySummaryQuerySchema = z
  .strictObject({ datefrom: calendarDaySchema.optional(), dateto: calendarDaySchema.optional(), type: filterWord })
  .refine(isValidWindow, invalidWindow);

export type ActivitySummaryQuery = z.output<typeof activitySummaryQuerySchema>;

/** The types and directions that the environment's answers have contained so far. The filters offer them. */
const knownActivitiesSchema = z.object({ types: z.array(z.string()), directions: z.array(z.string()) });

export type KnownActivityWords = z.infer<typeof knownActivitiesSchema>;

const activityWindowSchema = z.object({
  datefrom: z.string(),
  dateto: z.string().optional(),
  defaulted: z.boolean(),
});

/** The answer of `GET /api/{environment}/customers/{customerID}/activities`. */
export const activityListSchema = z.object({
  activities: z.array(activitySchema),
  ...listEnvelope,
  /** The requested days. `defaulted`: true if the request contained no first day. */
  window: activityWindowSchema,
  seen: knownActivitiesSchema,
});

export type ActivityList = z.infer<typeof activityListSchema>;

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/activities/summary`: the number of activities by UTC day
 * and direction. The number of API calls is limited, so the last rows of a long list are not counted.
 */
export const activitySummarySchema = z.object({
  ...answerAge,
  coverage: coverageSchema,
  window: activityWindowSchema,
  ...dayCountsSchema.shape,
});

export type ActivitySummary = z.infer<typeof activitySummarySchema>;
