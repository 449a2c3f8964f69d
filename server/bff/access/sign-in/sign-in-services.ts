import type { FactorServices } from "#server/bff/access/factors/factor-services.ts";
import type { SignInThrottle } from "#server/bff/access/limits/sign-in-throttle.ts";
import type { WriteLimit } from "#server/bff/access/limits/write-limit.ts";
import type { WorkQueue } from "#server/bff/core/queues/work-queue.ts";

export interface SignInServices extends FactorServices {
  throttle: SignInThrottle;
  writeLimit: WriteLimit;
  /** The queue for hashing passwords. */
  hashing: WorkQueue;
}
