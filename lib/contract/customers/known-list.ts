import { z } from "zod";
import { wholeNumber } from "#lib/contract/list.ts";
import { startOfUtcDay } from "#lib/contract/values/calendar.ts";
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
import { dayMs } from "#lib/contract/values/time-units.ts";
import { customerSchema, memberSeenAtSchema } from "./customer.ts";

/** The only accepted value is "true". Without the filter, all customers are selected. */
const onlyTrue = z.literal("true", { error: "must be true" }).transform(() => true as const);

/** Several values of one filter, given as a repeated parameter: `plan=essential&plan=professional`. */
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
 * The filters that the API does not have. The list and the export use the same filters. The filters use the store of
 * known customers. A customer must match every filter. If a filter has several values, one matching value is enough. A
 * customer whose value is unknown matches only the empty values `plan=` and `term=`.
 */
export const knownFilters = {
  /**
   * Repeatable. Compared with the API's value and with the displayed name, ignoring letter case and punctuation. The
   * empty text selects customers whose value is unknown.
   */
  plan: contractWords.optional(),
  term: contractWords.optional(),
  /** The minimum and the maximum number of users, both included. */
  usersFrom: wholeNumber(0, maxUsers).optional(),
  usersTo: wholeNumber(0, maxUsers).optional(),
  /** Repeatable; selects customers with at least one of these tags. */
  tag: values(z.string().transform(normaliseTag).refine(isTag, { error: "must be a tag" })).optional(),
  /** Selects only the customers that the person has pinned. */
  pinned: onlyTrue.optional(),
  /** Selects customers that were changed outside Switchboard in a number of days (such as `7d`) or since a UTC day. */
  elsewhere: since.optional(),
  /** The customer was last read at least `ageFrom` and less than `ageTo` hours ago. */
  ageFrom: wholeNumber(0, maxAgeHours).optional(),
  ageTo: wholeNumber(0, maxAgeHours).optional(),
  /**
   * Repeatable. Replaces `includeDeleted`. Without this filter, the list contains active customers, and with
   * `includeDeleted` also deleted ones.
   */
  state: z.array(z.enum(knownStates, { error: `must be one of ${knownStates.join(", ")}` })).optional(),
};

/** The members of the query that may be given several times. */
export const repeatedKnownFilters = ["plan", "term", "tag", "state"] as const;

export type KnownFilters = { [Name in keyof typeof knownFilters]?: z.output<(typeof knownFilters)[Name]> };

/** True if a query has a filter that the API does not have. */
export const hasKnownFilters = (query: KnownFilters): boolean =>
  Object.keys(knownFilters).some((name) => query[name as keyof KnownFilters] !== undefined);

/** True if only the store of known customers can answer the query, because the API has no such filter or sort key. */
export const needsRecord = ({
  source,
  sort,
  ...filters
}: KnownFilters & {
  source?: "known" | undefined;
  sort?: string | undefined;
}): boolean => source === "known" || (sort !== undefined && isKnownSortKey(sort)) || hasKnownFilters(filters);

/** True if every range contains at least one value. */
export const areValidRanges = ({ usersFrom, usersTo, ageFrom, ageTo }: KnownFilters): boolean =>
  (usersFrom ?? 0) <= (usersTo ?? maxUsers) && (ageFrom ?? 0) < (ageTo ?? maxAgeHours + 1);

export const invalidRange = { error: "a range must not end before it begins" };

/** The start of the period that the filter `elsewhere` selects, in milliseconds since 1970. */
export const elsewhereSince = (word: string, nowMs: number): number =>
  word.endsWith("d") ? nowMs - Number.parseInt(word, 10) * dayMs : startOfUtcDay(word);

/** A customer in a list. */
export const listedCustomerSchema = customerSchema.extend({
  /**
   * When the newest answer with the customer arrived; ISO 8601 in UTC. Only in lists from the store of known customers.
   */
  seenAt: z.string().optional(),
  /** Set if members are older than `seenAt`. Only in lists from the store of known customers. */
  memberSeenAt: memberSeenAtSchema.optional(),
  /**
   * The time since which the API's list no longer contains the customer, not even among the deleted customers. Only in
   * lists from the store of known customers.
   */
  missingSince: z.string().optional(),
  /** When the newest change outside Switchboard was first detected. Only in lists from the store of known customers. */
  elsewhereAt: z.string().optional(),
});

export type ListedCustomer = z.infer<typeof listedCustomerSchema>;

/** The number of customers for each value of a filter. Null: the value is unknown. */
const valueCounts = z.array(z.object({ value: z.string().nullable(), count: z.number() }));

/** The number of customers for each range. `from: null`: the value is unknown. */
const rangeCounts = z.array(z.object({ from: z.number().nullable(), to: z.number().optional(), count: z.number() }));

/**
 * The number of customers for each value of a filter. A number is exact: it is the length of the list if the filter had
 * only this value and all other filters stayed unchanged. `plan`, `term` and `tag` are sorted by number, largest first.
 * They omit a value with 0 customers, unless the query contains the value.
 */
export const facetsSchema = z.object({
  plan: valueCounts,
  term: valueCounts,
  tag: valueCounts,
  state: z.array(z.object({ value: z.enum(knownStates), count: z.number() })),
  /** The number of the person's pinned customers. */
  pinned: z.number(),
  /**
   * How many customers were changed outside Switchboard in the last `days`. There is one entry for each of
   * `elsewhereDays`, in that order. A longer period includes the shorter ones.
   */
  elsewhere: z.array(z.object({ days: z.number(), count: z.number() })),
  /** In the order of `usersBands`. The last entry counts customers whose number of users is unknown. */
  users: rangeCounts,
  /** In the order of `ageBands`. */
  age: rangeCounts,
});

export type Facets = z.infer<typeof facetsSchema>;
export type ValueCount = z.infer<typeof valueCounts>[number];

/** What the store of known customers contains. Customers that the API's list no longer contains are not counted. */
export const coverageSchema = z.object({
  /** The number of stored customers of the environment, including deleted customers. */
  known: z.number(),
  /**
   * The number of customers in the API's list, including deleted customers. Absent if no answer has contained this
   * number yet.
   */
  total: z.number().optional(),
  /** When the customer with the oldest data was last read; ISO 8601 in UTC. Absent if there are no customers. */
  oldestSeenAt: z.string().optional(),
});

export type Coverage = z.infer<typeof coverageSchema>;

/**
 * The additional members of a list. Only `source` is always set. All others are set only if the list comes from the
 * store of known customers.
 */
export const recordMembers = {
  /** The source of the rows: `api` for an answer of the API, `known` for the store of known customers. */
  source: z.enum(["api", "known"]),
  facets: facetsSchema.optional(),
  coverage: coverageSchema.optional(),
  /**
   * The members that the API's lists never contain. Filters and columns of these members cannot be used. Only with
   * `source: "known"`. Empty while the store is empty.
   */
  notProvided: z.array(z.enum(knownMembers)).optional(),
};
