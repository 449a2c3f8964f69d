import { type Environment, environmentPrefix } from "#lib/contract/environment.ts";
import type { Clock } from "./clock.ts";
import { type CallRecord, createExchange } from "./exchange.ts";
import { type CallLimits, defaultLimits } from "./limits.ts";
import { listCustomers, type UpstreamCustomerQuery } from "./list-customers.ts";
import { createManagedToken, type TokenStatus } from "./managed-token.ts";
import { type Credentials, createMintToken } from "./mint-token.ts";
import type { CustomerPage } from "./normalise.ts";
import { type CallContext, createPerformCall } from "./perform-call.ts";
import type { FetchLike } from "./upstream-fetch.ts";

export interface ApiClientOptions {
  environment: Environment;
  /** The API's base address without the environment's prefix; it may have a path and end in a slash. */
  baseUrl: string;
  /** The key pair of this environment alone. */
  credentials: Credentials;
  /** Made by `createUpstreamFetch()` for this client alone, which closes it. */
  fetch: FetchLike;
  /** `systemClock`, or a test's. */
  clock: Clock;
  /** A number in [0, 1), for jitter. */
  random: () => number;
  /** Times and sizes, where they are not the defaults (10 s, 30 s, 16 MB). */
  limits?: Partial<CallLimits>;
  /** Told about each attempt, `POST /auth` included. It must not throw. */
  onCall?: (call: CallRecord) => void;
}

/**
 * The API in one environment. Each operation throws AppError with an `upstream_…` code, or the
 * caller's own reason when its signal aborts.
 */
export interface ApiClient {
  /** One page of customers (specification, section 4.2). */
  listCustomers(query: UpstreamCustomerQuery, call: CallContext): Promise<CustomerPage>;
  /** Everything about the token but the token. */
  tokenStatus(): TokenStatus;
  /** Lets calls under way end and closes the connections; later calls fail. */
  close(): Promise<void>;
}

function addressOf(baseUrl: string, environment: Environment): string {
  const url = new URL(baseUrl);
  const isUsable = /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" && url.username === "";
  if (!isUsable) throw new TypeError("The API's base address must be http or https, without query, hash and user.");
  return url.origin + url.pathname.replace(/\/+$/, "") + environmentPrefix[environment];
}

/**
 * Makes the client of one environment. It knows only its own address, prefix and key, and shares
 * nothing with another, so that no token can reach the wrong prefix (specification, section 1,
 * rule 1). Nothing is sent before the first operation. Throws TypeError for an unusable `baseUrl`.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { environment, credentials, fetch, clock, random } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const exchange = createExchange({
    environment,
    address: addressOf(options.baseUrl, environment),
    secrets: [credentials.keyID, credentials.secret],
    fetch,
    clock,
    limits,
    onCall: options.onCall,
  });
  const token = createManagedToken({ mint: createMintToken({ environment, credentials, exchange }), clock, random });
  const performCall = createPerformCall({ environment, exchange, token, clock, limits });

  return {
    listCustomers: (query, call) => listCustomers({ environment, performCall }, query, call),
    tokenStatus: token.status,
    close: async () => {
      token.close();
      await fetch.close?.();
    },
  };
}
