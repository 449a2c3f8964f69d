import type { CustomerList, CustomerListQuery } from "#lib/contract/customers/customer-list.ts";
import { elsewhereSince, type KnownFilters, type ListedCustomer } from "#lib/contract/customers/known-list.ts";
import { startOfUtcDay } from "#lib/contract/values/calendar.ts";
import { dayMs, hourMs } from "#lib/contract/values/time-units.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { IndexAnswer, IndexFilters, IndexQuery } from "#server/bff/known/index/index-query.ts";
import { customerOfRow, type KnownRow } from "#server/bff/store/known/known-rows.ts";
import { withCreations } from "./creations.ts";
import type { CustomerServices } from "./customer-services.ts";

type Context = ApiContext<CustomerServices>;

/** The filters of a list of known customers. */
export type KnownListFilters = KnownFilters &
  Partial<Pick<CustomerListQuery, "dateto" | "searchTerm" | "includeDeleted">> & { window: CustomerList["window"] };

/** If an environment has more tags on customers than this, only the tags of the filter are counted. */
const maxCountedTags = 5_000;

/** How often a page is read again if some of its customers are no longer in the store. */
const maxRepeats = 3;

/** Converts the filters of a list to filters of the index. Adds the person's pins and the customers of each tag. */
export async function indexFilters(
  { services, environment, session }: Context,
  { window, dateto, searchTerm, includeDeleted, ...filters }: KnownListFilters,
): Promise<IndexFilters> {
  const nowMs = services.clock.now();
  const { marks } = services.store;
  const { plan, term, usersFrom, usersTo, tag, pinned, elsewhere, ageFrom, ageTo, state } = filters;
  const [pins, allTags] = await Promise.all([
    marks.pinnedKeys(environment, session.staff.staffID),
    marks.taggedKeys(environment, { limit: maxCountedTags }),
  ]);
  const tags = allTags ?? (tag ? await marks.taggedKeys(environment, { tags: tag }) : undefined) ?? [];
  const isAllTime = window.datefrom === earliestDate && dateto === undefined;
  return {
    createdFrom: isAllTime ? undefined : startOfUtcDay(window.datefrom),
    createdBefore: dateto === undefined ? undefined : startOfUtcDay(dateto) + dayMs,
    searchTerm,
    states: state ?? (includeDeleted ? ["active", "deleted"] : ["active"]),
    plan,
    term,
    usersFrom,
    usersTo,
    tags: [...tags, ...missingTags(tag, tags)],
    tag,
    pins,
    pinned,
    elsewhereFrom: elsewhere === undefined ? undefined : elsewhereSince(elsewhere, nowMs),
    seenAfter: ageTo === undefined ? undefined : nowMs - ageTo * hourMs,
    seenUntil: ageFrom === undefined ? undefined : nowMs - ageFrom * hourMs,
  };
}

const missingTags = (wanted: readonly string[] | undefined, tags: readonly { tag: string }[]) =>
  (wanted ?? [])
    .filter((tag) => !tags.some((one) => one.tag === tag))
    .map((tag): IndexFilters["tags"][number] => ({ tag, keys: [] }));

/** A page of the index, with the stored row of each customer. */
export async function readKnownPage(
  { services, environment }: Pick<Context, "services" | "environment">,
  query: IndexQuery,
): Promise<IndexAnswer & { rows: KnownRow[] }> {
  const { knownIndex, store } = services;
  for (let repeats = 0; ; repeats += 1) {
    const answer = await knownIndex.query(environment, query);
    const rows = await store.knownRows.find(environment, answer.keys);
    const removed = answer.keys.filter((key) => !rows.has(key));
    if (removed.length === 0 || repeats === maxRepeats) {
      return { ...answer, rows: answer.keys.flatMap((key) => rows.get(key) ?? []) };
    }
    await knownIndex.erase(environment, removed);
  }
}

/**
 * Lists a page of known customers from the store, either because the query needs it or because the API is not
 * available. Each customer has the time of its last answer.
 */
export async function listKnown({
  context,
  input: { limit, offset, sort, ascending, ...filters },
  window,
}: {
  context: Context;
  input: Omit<CustomerListQuery, "raw">;
  window: CustomerList["window"];
}): Promise<CustomerList> {
  const { services, environment } = context;
  const nowMs = services.clock.now();
  const { rows, total, facets, known, oldestSeenAt, notProvided } = await readKnownPage(context, {
    filters: await indexFilters(context, { ...filters, window }),
    sort,
    ascending,
    limit,
    offset,
    nowMs,
  });
  const customers = (await withCreations(context, rows.map(customerOfRow))) as ListedCustomer[];
  // If customers are not read in the background, `knownWindows` has no total. The index has one as soon as a person has
  // listed all customers.
  const listed = (await services.store.knownWindows.total(environment)) ?? services.knownIndex.total(environment);
  return {
    customers,
    total,
    limit,
    offset,
    asOf: new Date(Math.min(nowMs, ...rows.map(({ seenAt }) => seenAt))).toISOString(),
    window,
    source: "known",
    facets,
    coverage: {
      known,
      ...(listed !== undefined && { total: listed }),
      ...(oldestSeenAt !== undefined && { oldestSeenAt: new Date(oldestSeenAt).toISOString() }),
    },
    notProvided,
  };
}
