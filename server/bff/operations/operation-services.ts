import type { TicketRules } from "#server/bff/config/ticket-rules.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { KeyedQueue } from "#server/bff/core/queues/keyed-queue.ts";
import type { OperationJobs } from "./operation-jobs.ts";
import type { OperationKinds } from "./operation-kind.ts";
import type { Reconciler } from "./reconciler.ts";

export interface OperationServices extends CoreServices {
  /** Where writes run, one at a time for each thing that is written. */
  writes: KeyedQueue;
  /** Aborts with `draining` when the console closes: what is not sent by then is not sent any more. */
  closing: AbortSignal;
  /** What each kind of write does differently. */
  operationKinds: OperationKinds;
  reconciler: Reconciler;
  customerNames: CustomerNames;
  operationJobs: OperationJobs;
  /** What the configuration asks of tickets. */
  ticketRules: TicketRules;
}
