import type { LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { oldestAge } from "#lib/contract/list.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import { problemOf } from "#server/bff/core/answers/problem.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";

/** Who looks something up, and where. */
export interface LookupRequest extends ApiContext<CustomerServices> {
  session: { staff: { staffID: string; role: Role } };
}

/** What the parts of a lookup work with. */
export interface LookupContext extends LookupRequest {
  client: ApiClient;
  call: CallContext & { signal: CallSignal };
}

/** What one part of a lookup has found, and how far it looked. */
export interface LookupPart {
  hits: LookupHit[];
  looked: SearchCoverage;
  /** Of the API's answers that it rests on; absent where the API was not asked. */
  age?: ReturnType<typeof oldestAge>;
}

/** The most hits that one part gives: those of both environments shall be in sight. */
export const maxHits = 6;

/** A part that may fail without the others: its problem is told where it would have said how far it looked. */
export async function settlePart(
  { requestID, signal }: LookupContext,
  { what, by }: Pick<SearchCoverage, "what" | "by">,
  look: () => Promise<LookupPart>,
): Promise<LookupPart & { error?: unknown }> {
  try {
    const part = await look();
    const { age } = part;
    return age?.stale ? { ...part, hits: part.hits.map((hit) => ({ ...hit, asOf: age.asOf })) } : part;
  } catch (error) {
    if (signal.aborted || !isAppError(error)) throw error;
    return { hits: [], looked: { what, by, complete: false, problem: problemOf(error, requestID) }, error };
  }
}
