import type { LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";
import type { Role } from "#lib/contract/console/session.ts";
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
  /** An answer of the API that stands in for a newer one. */
  stale?: true | undefined;
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
    return await look();
  } catch (error) {
    if (signal.aborted || !isAppError(error)) throw error;
    return { hits: [], looked: { what, by, complete: false, problem: problemOf(error, requestID) }, error };
  }
}
