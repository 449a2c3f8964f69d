import type { Activity } from "#lib/contract/customers/activity.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import { activityRows } from "#server/api-client/normalise/activity.ts";
import type { PageFacts } from "#server/api-client/normalise/list.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import { mapNotFound, type PageQuery, type ReadContext, readUnboundedPage, readWholeList } from "./read-page.ts";

/** The query of `GET /customers/{customerID}/activities` (specification, section 4.5). */
export interface UpstreamActivityQuery extends PageQuery {
  /**
   * Selects activities on this UTC day or later, `YYYY-MM-DD`. It is always sent, because the API's default is unknown.
   */
  datefrom: string;
  /** Selects activities on this UTC day or earlier, `YYYY-MM-DD`. */
  dateto?: string | undefined;
  /** `type` and `direction` are sent unchanged, because the specification does not show their possible values. */
  type?: string | undefined;
  direction?: string | undefined;
}

/** A page of a customer's activities in the canonical model. */
export interface ActivityPage extends PageFacts, Freshness {
  activities: Activity[];
}

const pageMember = /\b(?:limit|offset)\b/i;
const unknownWord = /\b(?:unknown|unexpected|unrecogni[sz]ed|unsupported)\b/i;
const notAllowed = /\bnot (?:allowed|known|supported|expected)\b|\bshould not exist\b/i;

/** True for messages such as "limit is not allowed" and "unknown parameter offset". */
function namesUnknownPage(text: string): boolean {
  const at = text.search(pageMember);
  return at >= 0 && (unknownWord.test(text) || notAllowed.test(text.slice(at)));
}

/** True for an error which says that the API does not accept `limit` or `offset` here. */
function refusesPages(error: unknown): boolean {
  if (!isAppError(error) || error.upstreamStatus !== 400) return false;
  return error.errors.some(({ message, field = "" }) => namesUnknownPage(`${field} ${message}`));
}

/**
 * Reads one page of a customer's activities (`GET /customers/{customerID}/activities`). The specification (section 4.5)
 * does not say whether `limit` and `offset` are allowed. If the API rejects them, the complete list is read and the
 * page is cut from it. Throws `not_found` for an unknown customer.
 */
export async function listActivities(
  context: ReadContext,
  { customerID, query }: { customerID: string; query: UpstreamActivityQuery },
  call: CallContext,
): Promise<ActivityPage> {
  const { limit, offset, ...filters } = query;
  const path = `/customers/${encodeURIComponent(customerID)}/activities`;
  const template = "/customers/{customerID}/activities";
  const request = { path, template, limit, offset, filters, kind: activityRows };
  const reading = readUnboundedPage(context, request, call).catch((error: unknown) => {
    if (refusesPages(error)) return readWholeList(context, request, call);
    throw error;
  });
  const { rows, ...facts } = await mapNotFound(
    reading,
    ({ errors }) =>
      new AppError("not_found", `The ${context.environment} API has no customer with this ID.`, {
        upstreamStatus: 404,
        errors,
      }),
  );
  return { activities: rows, ...facts };
}
