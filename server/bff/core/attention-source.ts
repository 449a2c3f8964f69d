import type { AttentionItem, AttentionKind } from "#lib/contract/console/attention.ts";
import type { Coverage } from "#lib/contract/day-counts.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** An open item as its source returns it. */
export interface OpenItem extends AttentionItem {
  /**
   * Identifies why the item is waiting. All replicas use the same value. While it does not change, nobody is notified
   * again, and a snoozed item stays hidden. Missing: the item always has the same cause.
   */
  cause?: string | undefined;
  /**
   * For an approval or a request for more changes: the accounts that took part in it. A person who could use one of
   * these accounts cannot decide about the item.
   */
  accountIDs?: readonly string[] | undefined;
}

export interface AttentionQuery {
  environment: Environment;
  requestID: string;
  /**
   * If true, lists the items that a person has marked as handled and whose cause still exists. If false, a source with
   * a limit leaves these items out, so that they do not use up the limit. The registry checks the marks again.
   */
  isHandled: boolean;
  /** True if the source may not call the API. The source then uses its last answer. */
  withoutAPI?: boolean | undefined;
}

export interface AttentionAnswer {
  /** The items that were read. Within each kind, the newest items come first. */
  items: readonly OpenItem[];
  /** The total number of items, if it is known. Missing: the length of `items`. */
  total?: number | undefined;
  /** Why the source could not read everything. In this case, `items` contains only items from the store. */
  failure?: unknown;
  /** How much of its list the source has read. Set if the source reads only a limited part. */
  coverage?: Coverage | undefined;
}

/** A source of items that need attention. Each source belongs to a module and is registered in its `module.ts`. */
export interface AttentionSource {
  /** The name of the source in answers and in the log. */
  name: string;
  kinds: readonly AttentionKind[];
  /**
   * Lists the open items of an environment. If one source fails, the failure is shown, and all other sources still
   * work.
   */
  list(query: AttentionQuery): Promise<AttentionAnswer>;
}
