import type { AttentionItem, AttentionKind } from "#lib/contract/console/attention.ts";
import type { Coverage } from "#lib/contract/day-counts.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** An open item as its source lists it. */
export interface OpenItem extends AttentionItem {
  /**
   * Names why it waits. While it stays the same, the item is the same: a person who was told of it is not told again, and
   * who has put it off does not see it. It must be the same on all replicas. Left out: the item has one cause for ever.
   */
  cause?: string | undefined;
  /** Of an approval: the accounts that have a part in it, so that it waits for nobody who could be behind one of them. */
  accountIDs?: readonly string[] | undefined;
}

export interface AttentionQuery {
  environment: Environment;
  requestID: string;
  /** True where nothing may be requested from the API: then the last answer is used, or none. */
  withoutAPI?: boolean | undefined;
}

export interface AttentionAnswer {
  /** As many as the source looks at, the newest of each kind first. */
  items: readonly OpenItem[];
  /** How many there are, as far as the source can tell; left out: as many as `items`. */
  total?: number | undefined;
  /** Why not everything could be read; the items are what the store knows. */
  failure?: unknown;
  /** How much of a list the source has looked at, where calls are bounded. */
  coverage?: Coverage | undefined;
}

/**
 * One subject whose things may wait for a person. A room defines its source, and `attention-sources.ts` registers it.
 */
export interface AttentionSource {
  /** Names it in answers and in the log. */
  name: string;
  kinds: readonly AttentionKind[];
  /** What of an environment waits now. A failure is shown as such, and takes no other source down. */
  list(query: AttentionQuery): Promise<AttentionAnswer>;
}
