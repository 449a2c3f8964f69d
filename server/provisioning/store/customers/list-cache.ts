import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerList, CustomerSelection } from "./customer-record.ts";

/** The maximum number of cached lists. If there are more, the list that was cached first is removed. */
const maxLists = 100;

interface KeptList {
  /** The start of the window that was read. */
  fromMs: number;
  /**
   * The latest start of a window with the same list. All windows that start between `fromMs` and this time have the
   * same list. It is computed only when a later start is requested.
   */
  untilMs?: number;
  list: CustomerList;
}

/**
 * Caches lists of customers until the database changes. A list without `datefrom` starts 7 days before its request, so
 * every request has a different start. If no customer was created between two starts, the two lists are equal.
 */
export type ListCache = ReturnType<typeof createListCache>;

/**
 * Creates a cache. `version` must return a different value after every change of the database, or undefined while the
 * version is not known.
 */
export function createListCache(version: () => string | undefined) {
  const kept = new Map<string, KeptList>();
  let keptVersion: string | undefined;

  return {
    /** Returns the cached list, or reads it. Equal requests get the same object. */
    async list(
      environment: Environment,
      selection: CustomerSelection,
      read: {
        list(): Promise<CustomerList>;
        /**
         * When the first customer at or after `fromMs` was created. Deleted customers count too. Undefined if there is
         * no such customer.
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
      // The list is cached only if the database did not change while the list was being read.
      if (!isUnchanged()) return list;
      kept.delete(key);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= maxLists) kept.delete(oldest);
      kept.set(key, { fromMs, list });
      return list;
    },
  };
}
