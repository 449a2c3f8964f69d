import type { HeldWrites } from "#server/bff/change-limits/held-back.ts";
import type { TicketRules } from "#server/bff/config/ticket-rules.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { KeyedQueue } from "#server/bff/core/queues/keyed-queue.ts";
import type { OperationJobs } from "./operation-jobs.ts";
import type { OperationKinds } from "./operation-kind.ts";
import type { Reconciler } from "./reconciler.ts";

export interface OperationServices extends CoreServices {
  /** Counts the writes that a freeze or the change limit has stopped. */
  heldWrites: HeldWrites;
  /** Runs the writes to each target one at a time. */
  writes: KeyedQueue;
  /** Aborts with `draining` when the console closes. After that, no write is sent any more. */
  closing: AbortSignal;
  /** All kinds of writes. */
  operationKinds: OperationKinds;
  reconciler: Reconciler;
  customerNames: CustomerNames;
  operationJobs: OperationJobs;
  /** The configured rules for tickets. */
  ticketRules: TicketRules;
}
