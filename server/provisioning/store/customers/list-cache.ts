import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerList, CustomerSelection } from "./customer-record.ts";

/** How many lists are kept; the least recently read one is dropped first. */
const maxLists = 100;

interface KeptList {
  /** Where the window began that the list was read for. */
  fromMs: number;
  /** Windows that begin until then give the same list; looked up when one begins later than `fromMs`. */
  untilMs?: number;
  list: CustomerList;
}

/**
 * Lists of customers that were read before, as long as nothing in the database has changed. A list
 * without `datefrom` begins 7 days before its request, another instant each time: as long as no
 * customer was created between the one beginning and the other, both are the same list.
 */
export interface ListCache {
  /** Gives the kept list, or reads it. The same list is the same object. */
  list(
    environment: Environment,
    selection: CustomerSelection,
    read: {
      list(): Promise<CustomerList>;
      /** When the first customer at `fromMs` or later was created, deleted or not; undefined where there is none. */
      firstCreatedMs(fromMs: number): Promise<number | undefined>;
    },
  ): Promise<CustomerList>;
}

/** `version` changes with every change of the database, and is undefined while it is not known. */
export function createListCache(version: () => string | undefined): ListCache {
  const kept = new Map<string, KeptList>();
  let keptVersion: string | undefined;

  return {
    async list(environment, selection, read) {
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
      // Only a list that was read from the state of this version is kept.
      if (!isUnchanged()) return list;
      kept.delete(key);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= maxLists) kept.delete(oldest);
      kept.set(key, { fromMs, list });
      return list;
    },
  };
}
