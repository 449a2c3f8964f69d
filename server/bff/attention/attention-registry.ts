import type { AttentionItem, AttentionSourceState } from "#lib/contract/console/attention.ts";
import { attentionKinds, attentionUrgencies, urgencyOf } from "#lib/contract/values/console/attention-kinds.ts";
import { instant } from "#lib/format/instant.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { AttentionAnswer, AttentionQuery, AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { reportError } from "#server/bff/core/log/report-error.ts";
import { type PersonNames, readPersonNames } from "#server/bff/core/person-names.ts";
import { createTtlCache } from "#server/bff/core/ttl-cache.ts";
import type { StoredAssignment } from "#server/bff/store/assignments/assignments.ts";
import type { StoredHandled } from "#server/bff/store/attention/handled.ts";
import type { ItemKey, StoredSnooze } from "#server/bff/store/attention/snoozes.ts";

import { keyOfItem, nameAssignment, peopleOfAssignment, publicAssignment } from "./assignment-view.ts";

/** The open items of one environment, most important first. Includes postponed items. */
export interface EnvironmentAttention {
  asOf: string;
  items: readonly OpenItem[];
  /**
   * The number of all items, including postponed ones. It may be higher than the number of `items`, because a source
   * may count items that it does not list.
   */
  total: number;
  sources: AttentionSourceState[];
}

const rankOf = (item: AttentionItem) =>
  attentionUrgencies.indexOf(urgencyOf(item)) * attentionKinds.length + attentionKinds.indexOf(item.kind);

/** Sorts items by urgency (`attentionUrgencies`), then by kind, then newest first. Every list has this order. */
export function compareItems(a: AttentionItem, b: AttentionItem): number {
  return rankOf(a) - rankOf(b) || ((a.since ?? "") < (b.since ?? "") ? 1 : -1);
}

/** The registry from which all pages and counts get the open items. */
export type AttentionRegistry = ReturnType<typeof createAttentionRegistry>;

/** Reads all sources in parallel. The result is reused for a few seconds, for all people. */
export function createAttentionRegistry(
  { clock, log, store }: Pick<CoreServices, "clock" | "log" | "store">,
  sources: readonly AttentionSource[],
) {
  const memory = createTtlCache(clock);

  async function ask(
    source: AttentionSource,
    query: AttentionQuery,
  ): Promise<{ answer: AttentionAnswer; state: AttentionSourceState }> {
    const { environment, requestID } = query;
    const state = { name: source.name, environment };
    const report = (thrown: unknown) =>
      reportError(log, toAppError(thrown), { requestID, route: `attention ${source.name}` });
    try {
      const answer = await source.list(query);
      const { coverage, failure } = answer;
      if (failure !== undefined) report(failure);
      return { answer, state: { ...state, read: failure === undefined, ...(coverage && { coverage }) } };
    } catch (thrown) {
      report(thrown);
      return { answer: { items: [], total: 0 }, state: { ...state, read: false } };
    }
  }

  async function read(query: AttentionQuery): Promise<EnvironmentAttention> {
    const results = await Promise.all(sources.map((source) => ask(source, query)));
    const answers = results.map(({ answer }) => answer);
    return {
      asOf: new Date(clock.now()).toISOString(),
      items: answers.flatMap(({ items }) => items).toSorted(compareItems),
      total: answers.reduce((sum, { items, total }) => sum + (total ?? items.length), 0),
      sources: results.map(({ state }) => state),
    };
  }

  /**
   * The items with their marks. Postponements and marks are read from the store each time, so that a change has an
   * immediate effect.
   */
  async function list(query: AttentionQuery): Promise<EnvironmentAttention> {
    const { environment, withoutAPI = false, isHandled } = query;
    const found = await memory.recall(`${environment} ${withoutAPI} ${isHandled}`, () => read(query));
    const [snoozes, marks, assignments] = await Promise.all([
      store.snoozes.list(environment, clock.now()),
      store.handled.of(
        environment,
        found.items.map(({ id }) => id),
      ),
      store.assignments.of(
        environment,
        found.items.map((item) => keyOfItem(item).itemID),
      ),
    ]);
    const items = found.items
      .map((item) => withAssignment(withMarks(item, snoozes, marks), assignments))
      .filter(({ handled }) => (handled !== undefined) === isHandled)
      // An item about a hand-over ends with its assignment.
      .filter(({ kind, assignment }) => kind !== "handed-over" || assignment?.handover !== undefined);
    return { ...found, items, total: found.total - found.items.length + items.length };
  }

  return {
    /** The items that need attention, including postponed items. */
    open: (query: Omit<AttentionQuery, "isHandled">) => list({ ...query, isHandled: false }),
    /** The items that somebody has marked as handled and whose cause still exists. */
    handled: (query: Omit<AttentionQuery, "isHandled">) => list({ ...query, isHandled: true }),
  };
}

/** An item as the console shows it. */
export function publicItem({ cause: _cause, accountIDs: _accountIDs, ...item }: OpenItem): AttentionItem {
  return item;
}

/** The items as the console shows them, with the current names of their people. */
export async function namedItems(names: PersonNames, items: readonly OpenItem[]): Promise<AttentionItem[]> {
  const people = items.flatMap(({ person, snooze, handled, assignment }) => [
    person,
    snooze?.by,
    handled?.by,
    ...(assignment ? peopleOfAssignment(assignment) : []),
  ]);
  const named = await readPersonNames(
    names,
    people.flatMap((person) => person?.staffID ?? []),
  );
  return items.map(publicItem).map(({ person, snooze, handled, assignment, ...item }) => ({
    ...item,
    ...(person && { person: named(person) }),
    ...(snooze && { snooze: { ...snooze, by: named(snooze.by) } }),
    ...(handled && { handled: { ...handled, by: named(handled.by) } }),
    ...(assignment && { assignment: nameAssignment(assignment, named) }),
  }));
}

/** True for a postponement or a mark that applies to the item. The item must still have the same cause. */
const appliesTo =
  (item: OpenItem) =>
  ({ kind, itemID, cause }: ItemKey & { cause: string }) =>
    kind === item.kind && itemID === item.id && cause === (item.cause ?? "");

function withMarks(item: OpenItem, snoozes: readonly StoredSnooze[], marks: readonly StoredHandled[]): OpenItem {
  const snooze = snoozes.find(appliesTo(item));
  const mark = marks.find(appliesTo(item));
  return {
    ...item,
    ...(snooze && { snooze: { until: instant(snooze.until), reason: snooze.reason, ...madeBy(snooze) } }),
    ...(mark && { handled: { ...(mark.reason !== null && { reason: mark.reason }), ...madeBy(mark) } }),
  };
}

function withAssignment(item: OpenItem, assignments: readonly StoredAssignment[]): OpenItem {
  const key = keyOfItem(item);
  const assignment = assignments.find(({ kind, itemID }) => kind === key.kind && itemID === key.itemID);
  return assignment ? { ...item, assignment: publicAssignment(assignment) } : item;
}

const madeBy = ({ staffID, email, createdAt }: Pick<StoredSnooze, "staffID" | "email" | "createdAt">) => ({
  by: { staffID, email },
  at: instant(createdAt),
});
