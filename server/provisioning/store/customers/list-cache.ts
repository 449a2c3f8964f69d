import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerList, CustomerSelection } from "./customer-record.ts";

/** The maximum number of cached lists. The list that was read the longest time ago is removed first. */
const maxLists = 100;

interface KeptList {
  /** The start of the window for which the list was read. */
  fromMs: number;
  /**
   * The latest start with the same result: all windows that start from `fromMs` to this time have the same list.
   * Computed only when a later start is requested.
   */
  untilMs?: number;
  list: CustomerList;
}

/**
 * Caches lists of customers until the database changes. A list without `datefrom` starts 7 days before its request, so
 * each request has a different start. Two lists are equal if no customer was created between their starts.
 */
export type ListCache = ReturnType<typeof createListCache>;

/**
 * Creates a cache. `version` must return a different value after every change of the database. It returns undefined
 * while the version is unknown.
 */
export function createListCache(version: () => string | undefined) {
  const kept = new Map<string, KeptList>();
  let keptVersion: string | undefined;

  return {
    /** Returns the cached list, or reads the list. Equal requests get the same object. */
    async list(
      environment: Environment,
      selection: CustomerSelection,
      read: {
        list(): Promise<CustomerList>;
        /**
         * Returns when the first customer at or after `fromMs` was created. Deleted customers count too. Undefined if
         * there is no such customer.
         */
        firstCreatedMs(fromMs: number): Promise<number | undefined>;
      },
    ): Promise<CustomerList> {
      const { createdFromMs: fromMs, ...rest } = selection;
      const versionBefore = version();
      if (versionBefore === undefined) return read.list();
      if (versionBefore !== keptVersion) {
        kept.clear();
        keptVersion = versionBefore;
      }
      const key = JSON.stringify([environment, rest]);
      const isUnchanged = () => version() === versionBefore && keptVersion === versionBefore;
      const known = kept.get(key);
      if (known && known.fromMs < fromMs && known.untilMs === undefined) {
        const untilMs = (await read.firstCreatedMs(known.fromMs)) ?? Number.POSITIVE_INFINITY;
        if (!isUnchanged()) return read.list();
        known.untilMs = untilMs;
      }
      if (known && known.fromMs <= fromMs && fromMs <= (known.untilMs ?? known.fromMs)) return known.list;
      const list = await read.list();
      // The list is cached only if the database did not change during the reading.
      if (!isUnchanged()) return list;
      kept.delete(key);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= maxLists) kept.delete(oldest);
      kept.set(key, { fromMs, list });
      return list;
    },
  };
}
