import type { AttentionItem, AttentionKind } from "#lib/contract/console/attention.ts";
import type { Coverage } from "#lib/contract/day-counts.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** An open item as its source returns it. */
export interface OpenItem extends AttentionItem {
  /**
   * Identifies the reason for waiting, equal on all replicas. While it stays the same, a person is not notified again,
   * and an item that a person has postponed stays hidden. Absent: the item always has the same cause.
   */
  cause?: string | undefined;
  /**
   * For an approval: the accounts that took part in it. The item does not wait for a person who could own one of these
   * accounts.
   */
  accountIDs?: readonly string[] | undefined;
}

export interface AttentionQuery {
  environment: Environment;
  requestID: string;
  /** True if no call to the API is allowed. The source then uses the last answer, if there is one. */
  withoutAPI?: boolean | undefined;
}

export interface AttentionAnswer {
  /** The items that the source has read, the newest of each kind first. */
  items: readonly OpenItem[];
  /** The total number of items, if the source knows it. Absent: the length of `items`. */
  total?: number | undefined;
  /** Why the source could not read everything. `items` then has only items from the store. */
  failure?: unknown;
  /** How much of a list the source has read, if its number of calls is limited. */
  coverage?: Coverage | undefined;
}

/**
 * One subject whose items can wait for a person. A room defines its source, and its `module.ts` adds it.
 */
export interface AttentionSource {
  /** The name of the source in answers and in the log. */
  name: string;
  kinds: readonly AttentionKind[];
  /** Lists the open items of an environment. A failure is shown as such and does not affect other sources. */
  list(query: AttentionQuery): Promise<AttentionAnswer>;
}
