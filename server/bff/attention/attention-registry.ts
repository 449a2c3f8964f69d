import type { AttentionItem, AttentionSourceState } from "#lib/contract/console/attention.ts";
import { attentionKinds } from "#lib/contract/values/console/attention-kinds.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { AttentionAnswer, AttentionQuery, AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { reportError } from "#server/bff/core/log/report-error.ts";
import { createTtlCache } from "#server/bff/core/ttl-cache.ts";
import type { StoredSnooze } from "#server/bff/store/attention/snoozes.ts";

/** The open items of one environment, the most important first, including postponed ones. */
export interface EnvironmentAttention {
  asOf: string;
  items: readonly OpenItem[];
  /**
   * The number of all items that the sources could count, including postponed items. `items` may contain fewer items.
   */
  total: number;
  sources: AttentionSourceState[];
}

const rankOf = ({ kind }: AttentionItem) => attentionKinds.indexOf(kind);

/** Sorts urgent kinds first, and within a kind the newest first. */
export function compareItems(a: AttentionItem, b: AttentionItem): number {
  return rankOf(a) - rankOf(b) || ((a.since ?? "") < (b.since ?? "") ? 1 : -1);
}

/** All pages and counts get the open items from this registry. */
export type AttentionRegistry = ReturnType<typeof createAttentionRegistry>;

/** Reads all sources in parallel, and reuses the answer for everybody for a few seconds. */
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

  return {
    async open(query: AttentionQuery): Promise<EnvironmentAttention> {
      const { environment, withoutAPI = false } = query;
      const [found, snoozes] = await Promise.all([
        memory.recall(`${environment} ${withoutAPI}`, () => read(query)),
        store.snoozes.list(environment, clock.now()),
      ]);
      return { ...found, items: withSnoozes(found.items, snoozes) };
    },
  };
}

/** An item as the console shows it. */
export function publicItem({ cause: _cause, accountIDs: _accountIDs, ...item }: OpenItem): AttentionItem {
  return item;
}

/** A postponed item is shown again if its cause has changed. */
function withSnoozes(items: readonly OpenItem[], snoozes: readonly StoredSnooze[]): OpenItem[] {
  return items.map((item) => {
    const snooze = snoozes.find(
      ({ kind, itemID, cause }) => kind === item.kind && itemID === item.id && cause === (item.cause ?? ""),
    );
    if (!snooze) return item;
    const { until, reason, staffID, email, createdAt } = snooze;
    const by = { staffID, email };
    return { ...item, snooze: { until: instant(until), reason, by, at: instant(createdAt) } };
  });
}

const instant = (ms: number) => new Date(ms).toISOString();
