import { z } from "zod";
import { wholeNumber } from "#lib/contract/list.ts";
import { dayMs, startOfUtcDay } from "#lib/contract/values/calendar.ts";
import { isTag, normaliseTag } from "#lib/contract/values/customers/customer-marks.ts";
import {
  isElsewhereWord,
  isKnownSortKey,
  knownMembers,
  knownStates,
  maxAgeHours,
  maxContractWord,
  maxElsewhereDays,
  maxFilterValues,
} from "#lib/contract/values/customers/known-filters.ts";
import { maxUsers } from "#lib/contract/values/customers/users-range.ts";
import { customerSchema } from "./customer.ts";

/** True only. A filter that is absent selects everybody. */
const onlyTrue = z.literal("true", { error: "must be true" }).transform(() => true as const);

/** Several values of one filter, as a repeated parameter: `plan=essential&plan=professional`. */
const values = <Value extends z.ZodType<string, string>>(value: Value) =>
  z.array(value).max(maxFilterValues, { error: `must be ${maxFilterValues} values or fewer` });

const contractWords = values(
  z
    .string()
    .trim()
    .max(maxContractWord, { error: `must be ${maxContractWord} characters or less` }),
);

const since = z.string().refine(isElsewhereWord, {
  error: `must be a day, written YYYY-MM-DD, or a number of days up to ${maxElsewhereDays}, such as 7d`,
});

/**
 * The filters of the list and of the export that the API does not have. They are applied to the record of known
 * customers. All filters must match; of one filter's values, any. A customer whose value is not known matches no filter
 * for it, except `plan=` and `term=`.
 */
export const knownFilters = {
  /**
   * Repeatable. Compared with the API's value and with the displayed name; letter case and punctuation are ignored. The
   * empty text selects customers whose plan is not known.
   */
  plan: contractWords.optional(),
  term: contractWords.optional(),
  /** The smallest and the largest number of users, both included. */
  usersFrom: wholeNumber(0, maxUsers).optional(),
  usersTo: wholeNumber(0, maxUsers).optional(),
  /** Repeatable. */
  tag: values(z.string().transform(normaliseTag).refine(isTag, { error: "must be a tag" })).optional(),
  /** The customers that the person has pinned. */
  pinned: onlyTrue.optional(),
  /** Changed outside Switchboard in the last days (`7d`) or since a UTC day. */
  elsewhere: since.optional(),
  /** Last read at least and at most this many hours ago. The first is included, the second is not. */
  ageFrom: wholeNumber(0, maxAgeHours).optional(),
  ageTo: wholeNumber(0, maxAgeHours).optional(),
  /**
   * Repeatable. Replaces `includeDeleted`. Without it, the list has active customers, and with `includeDeleted` deleted
   * ones too.
   */
  state: z.array(z.enum(knownStates, { error: `must be one of ${knownStates.join(", ")}` })).optional(),
};

/** The members of the query that may be given several times. */
export const repeatedKnownFilters = ["plan", "term", "tag", "state"] as const;

export type KnownFilters = { [Name in keyof typeof knownFilters]?: z.output<(typeof knownFilters)[Name]> };

/** True if a query has a filter that the API does not have. */
export const hasKnownFilters = (query: KnownFilters): boolean =>
  Object.keys(knownFilters).some((name) => query[name as keyof KnownFilters] !== undefined);

/** True if only the record can answer the query: the API has no such filter or no such sort key. */
export const needsRecord = ({
  source,
  sort,
  ...filters
}: KnownFilters & {
  source?: "known" | undefined;
  sort?: string | undefined;
}): boolean => source === "known" || (sort !== undefined && isKnownSortKey(sort)) || hasKnownFilters(filters);

/** True for ranges that do not end before they begin. */
export const areValidRanges = ({ usersFrom, usersTo, ageFrom, ageTo }: KnownFilters): boolean =>
  (usersFrom ?? 0) <= (usersTo ?? maxUsers) && (ageFrom ?? 0) < (ageTo ?? maxAgeHours + 1);

export const invalidRange = { error: "a range must not end before it begins" };

/** The first moment of the filter `elsewhere`, milliseconds since 1970. */
export const elsewhereSince = (word: string, nowMs: number): number =>
  word.endsWith("d") ? nowMs - Number.parseInt(word, 10) * dayMs : startOfUtcDay(word);

/** A customer in a list. */
export const listedCustomerSchema = customerSchema.extend({
  /** When the newest answer that showed the customer arrived. Only in lists from the record. ISO 8601 in UTC. */
  seenAt: z.string().optional(),
  /** Since when the API's list does not contain the customer, deleted customers included. Only from the record. */
  missingSince: z.string().optional(),
  /** When the newest change outside Switchboard was first seen. Only from the record. */
  elsewhereAt: z.string().optional(),
});

export type ListedCustomer = z.infer<typeof listedCustomerSchema>;

/** A value of a filter with the number of customers. Null: the value is not known. */
const valueCounts = z.array(z.object({ value: z.string().nullable(), count: z.number() }));

/** A range with the number of customers. `from: null`: the value is not known. */
const rangeCounts = z.array(z.object({ from: z.number().nullable(), to: z.number().optional(), count: z.number() }));

/**
 * The number of customers for each value of a filter, the largest first. Each is the exact number that the list would
 * have with this value alone in the filter and all other filters unchanged. Values with 0 customers are absent, except
 * those that the query names.
 */
export const facetsSchema = z.object({
  plan: valueCounts,
  term: valueCounts,
  tag: valueCounts,
  state: z.array(z.object({ value: z.enum(knownStates), count: z.number() })),
  /** The person's pinned customers. */
  pinned: z.number(),
  /** Changed outside Switchboard in the last `days`, in the order of `elsewhereDays`. A longer time includes a shorter. */
  elsewhere: z.array(z.object({ days: z.number(), count: z.number() })),
  /** In the order of `usersBands`; the number whose users are not known is last. */
  users: rangeCounts,
  /** In the order of `ageBands`. */
  age: rangeCounts,
});

export type Facets = z.infer<typeof facetsSchema>;
export type ValueCount = z.infer<typeof valueCounts>[number];

/** What the record contains. Customers that the API's list does not contain any more do not count. */
export const coverageSchema = z.object({
  /** The number of customers of the environment in the record, deleted ones included. */
  known: z.number(),
  /** The number of customers in the API's list, deleted ones included. Absent if no answer has shown it yet. */
  total: z.number().optional(),
  /** The oldest time at which one of them was last read, ISO 8601 in UTC. Absent without customers. */
  oldestSeenAt: z.string().optional(),
});

export type Coverage = z.infer<typeof coverageSchema>;

/** The members of a list that the record adds. */
export const recordMembers = {
  /** Where the rows come from: the API's own answer, or the record of what answers have shown. */
  source: z.enum(["api", "known"]),
  facets: facetsSchema.optional(),
  coverage: coverageSchema.optional(),
  /**
   * The members that the API's lists have not shown for any customer: their filters and columns cannot be used. Only
   * with `source: "known"`, and empty while the record is empty.
   */
  notProvided: z.array(z.enum(knownMembers)).optional(),
};
