import { type Clock, systemClock } from "#server/api-client/clock.ts";
import { createUpstreamFetch, type FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { createSsoProviders } from "./access/sso/providers.ts";
import type { ConsoleEnv } from "./config/env.ts";
import { contractChangeKind } from "./contracts/contract-change-kind.ts";
import { createLog, type Logger } from "./core/log/log.ts";
import { creationKind } from "./creations/creation-kind.ts";
import { startDemoApi } from "./demo/demo-api.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { OperationKind } from "./operations/operation-kind.ts";
import type { PlannedApprovalRules } from "./planned/planned-services.ts";
import type { Services } from "./services.ts";
import { openStore } from "./store/open-store.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** What a console needs of its surroundings: tests give their own. */
export interface BffDependencies {
  clock: Clock;
  /** A number in [0, 1), for jitter. */
  random: () => number;
  log: Logger;
  /** Called once for each environment: nothing is shared between two. */
  createFetch: () => FetchLike;
  /** Asks providers of single sign-on, where it is not by HTTP. */
  ssoFetch?: Parameters<typeof createSsoProviders>[1]["fetch"];
  /** Opens the console's own store. */
  openStore: typeof openStore;
  /** Makes the kinds of writes that there are. */
  operationKinds: (services: Services) => readonly OperationKind[];
  /** Starts the API of demo mode. */
  startDemoApi: typeof startDemoApi;
  /** Says which planned changes a second person has to approve; left out: the policy does. */
  plannedApprovals?: PlannedApprovalRules;
  /** The folder of the repository. */
  root: string;
  /** What is measured; null: nothing. Left out: what the variables say. */
  metrics?: Metrics | null;
  /** What traces calls at the API; null or left out: nothing. The part that created it closes it. */
  tracing?: Pick<Tracing, "traced"> | null;
}

/** Every kind of write that the console knows. */
const operationKinds = (services: Services) => [creationKind(services), contractChangeKind(services)];

/** The machine's own, where nothing else is given. */
export function completeDependencies(env: ConsoleEnv, given: Partial<BffDependencies>): BffDependencies {
  return {
    clock: systemClock,
    random: Math.random,
    log: given.log ?? createLog(env.logLevel),
    createFetch: createUpstreamFetch,
    openStore,
    operationKinds,
    startDemoApi,
    root: process.cwd(),
    ...given,
  };
}
