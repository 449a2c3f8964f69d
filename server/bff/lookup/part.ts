import type { LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { oldestAge } from "#lib/contract/list.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import { boundSignal } from "#server/api-client/transport/bound-signal.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { problemOf } from "#server/bff/core/answers/problem.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";

/** The context of a lookup: the person, and the environment. */
export interface LookupRequest extends ApiContext<CustomerServices> {
  session: { staff: { staffID: string; role: Role } };
}

/** The context of the parts of a lookup. */
export interface LookupContext extends LookupRequest {
  client: ApiClient;
  call: CallContext & { signal: CallSignal };
}

/** The hits of one part of a lookup, and how far the part searched. */
export interface LookupPart {
  hits: LookupHit[];
  looked: SearchCoverage;
  /** The coverage of additional searches of this part. */
  further?: SearchCoverage[];
  /** The age of the API answers behind the hits. Missing if the API was not called. */
  age?: ReturnType<typeof oldestAge>;
  /** Why the API did not answer. The part may still have hits from the store. */
  error?: unknown;
}

/**
 * The context with a time limit for its API calls, in milliseconds. A call that takes longer fails with
 * `upstream_timeout`. `end` must be called when the calls have ended.
 */
export function withinTime<Context extends LookupContext>(context: Context, timeoutMs: number) {
  const { services, environment, call } = context;
  const timeUp = () => upstreamErrors.timeout(environment, timeoutMs);
  const time = boundSignal({ clock: services.clock, timeoutMs, parent: call.signal, timeUp });
  return { context: { ...context, call: { ...call, signal: time.signal } }, end: time.end };
}

/** The maximum number of hits of a part. It is small, so that hits of both environments are visible. */
export const maxHits = 6;

/** Runs a part. If the part fails, its coverage contains the problem, and other parts continue. */
export async function settlePart(
  { requestID, signal }: LookupContext,
  { what, by }: Pick<SearchCoverage, "what" | "by">,
  look: () => Promise<LookupPart>,
): Promise<LookupPart> {
  try {
    const part = await look();
    const { age } = part;
    if (!age?.stale) return part;
    // A hit from the store already has its own age.
    return { ...part, hits: part.hits.map((hit) => (hit.seenAt === undefined ? { ...hit, asOf: age.asOf } : hit)) };
  } catch (error) {
    if (signal.aborted || !isAppError(error)) throw error;
    return { hits: [], looked: { what, by, complete: false, problem: problemOf(error, requestID) }, error };
  }
}
