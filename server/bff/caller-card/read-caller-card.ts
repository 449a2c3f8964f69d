import type { CallerCandidate, CallerCard, CallerCardQuery } from "#lib/contract/console/caller-card.ts";
import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import { oldestAge, staleMembers } from "#lib/contract/list.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { findShownCustomer } from "#server/bff/customers/find-shown-customer.ts";
import { type LookupRequest, withinTime } from "#server/bff/lookup/part.ts";
import type { CallerCardContext, CallerCardServices } from "./caller-card-services.ts";
import { readCallerReasons } from "./caller-reasons.ts";
import { confirmWithinMs, coverageOf, findCallers } from "./find-callers.ts";

/**
 * Reads the caller card of one environment. If the search leads to exactly one customer, the card has this customer and
 * the reasons. The last activity is not part of the card, because the card would have to wait for the API.
 */
export async function readCallerCard({
  context: request,
  input,
}: {
  context: LookupRequest & { services: CallerCardServices };
  input: CallerCardQuery;
}): Promise<CallerCard> {
  const context: CallerCardContext = { ...request, ...requestAPI(request) };
  const { candidates, isCertain, part, searched, numbers } = await findCallers(context, input);
  if (part.error !== undefined && candidates.length === 0 && part.looked.problem?.code !== "not_offered") {
    throw part.error;
  }
  const [only, ...others] = candidates;
  const isOne = only !== undefined && others.length === 0 && isCertain;
  const [answer, reasons] = isOne
    ? await Promise.all([readCustomer(context, only), readCallerReasons(context, only.customerID)])
    : [undefined, []];
  const { raw: _, ...customer } = answer?.customer ?? { raw: undefined };
  const age = oldestAge([...(answer ? [answer] : []), ...(part.age ? [part.age] : [])]);
  return {
    ...(answer && { customer: customer as CallerCard["customer"] & {} }),
    ...(answer?.source && { source: answer.source }),
    candidates,
    reasons,
    searched,
    ...(numbers && { numbers }),
    looked: coverageOf(part),
    asOf: age?.asOf ?? new Date(context.services.clock.now()).toISOString(),
    ...staleMembers(age ?? {}),
  };
}

/**
 * The customer's record. Without an answer of the API in time, the stored record with its age. Only the name of the
 * candidate if nothing else is known.
 */
async function readCustomer(context: CallerCardContext, candidate: CallerCandidate): Promise<CustomerAnswer> {
  const { customerID, companyName, seenAt } = candidate;
  const time = withinTime(context, confirmWithinMs);
  try {
    return await findShownCustomer({ context: time.context, customerID, input: { pages: 0 } });
  } catch (error) {
    if (context.signal.aborted || !isAppError(error)) throw error;
    const asOf = seenAt ?? new Date(context.services.clock.now()).toISOString();
    return {
      customer: { customerID, companyName, deleted: false, contract: {}, adminUser: {} },
      source: "known",
      asOf,
    };
  } finally {
    time.end();
  }
}
