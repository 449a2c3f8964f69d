import type { AttentionItem, AttentionKind } from "#lib/contract/console/attention.ts";
import type { Coverage } from "#lib/contract/day-counts.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** An open item as its source returns it. */
export interface OpenItem extends AttentionItem {
  /**
   * Identifies the reason for waiting. It is the same on all replicas. While it stays the same, a person is not
   * notified again, and a postponed item stays hidden. Absent: the item always has the same cause.
   */
  cause?: string | undefined;
  /**
   * For an approval: the accounts that took part in it. A person who could use one of these accounts cannot settle the
   * item.
   */
  accountIDs?: readonly string[] | undefined;
}

export interface AttentionQuery {
  environment: Environment;
  requestID: string;
  /**
   * True to list the items that a person has marked as handled and whose cause has not ended. Otherwise a source with a
   * limit leaves them out, so that they do not take the places of others. The registry compares the marks again.
   */
  isHandled: boolean;
  /** True if no call to the API is allowed. The source then uses the last answer that it has. */
  withoutAPI?: boolean | undefined;
}

export interface AttentionAnswer {
  /** The items that the source has read. The newest items of each kind come first. */
  items: readonly OpenItem[];
  /** The total number of items, if the source knows it. Absent: the length of `items`. */
  total?: number | undefined;
  /** Why the source could not read everything. `items` then has only items from the store. */
  failure?: unknown;
  /** How much of a list the source has read, if it reads only a limited part. */
  coverage?: Coverage | undefined;
}

/** A source of open items about one subject. A room defines its source, and the room's `module.ts` adds it. */
export interface AttentionSource {
  /** The name of the source in answers and in the log. */
  name: string;
  kinds: readonly AttentionKind[];
  /** Lists the open items of an environment. A failure of one source is shown, and does not affect other sources. */
  list(query: AttentionQuery): Promise<AttentionAnswer>;
}
