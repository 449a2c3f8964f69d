import type { CustomerNumbers, CustomerNumbersQuery } from "#lib/contract/customers/customer-numbers.ts";
import type { ScannedRange } from "#lib/contract/errors.ts";
import { oldestAge } from "#lib/contract/list.ts";
import type { TelephoneNumber } from "#lib/contract/number.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import { boundSignal } from "#server/api-client/transport/bound-signal.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { withFormatted } from "./format-phone.ts";
import type { NumberServices } from "./number-services.ts";
import { recordedNumbersOf } from "./recorded-numbers.ts";

/** The maximum number of pages that one scan reads. A page has 100 numbers. */
const maxPages = 10;

/** The maximum duration of a scan, in milliseconds. */
const maxWalkMs = 10_000;

const timeIsUp = new Error("The walk's time is up");

/**
 * A customer's telephone numbers. The API's list has no filter, so the environment's list is scanned up to a limit. The
 * result reports how far the scan came. An API without such a list is not an error here, because otherwise every
 * customer's page would show an error. While the API is not available, the stored numbers are returned.
 */
export async function listCustomerNumbers({
  context,
  customerID,
  input: { from },
}: {
  context: ApiContext<NumberServices>;
  customerID: string;
  input: CustomerNumbersQuery;
}): Promise<CustomerNumbers> {
  const { client, call } = requestAPI(context);
  const key = idKey(customerID);
  const time = boundSignal({
    clock: context.services.clock,
    timeoutMs: maxWalkMs,
    parent: call.signal,
    timeUp: () => timeIsUp,
  });
  const found = new Map<string, TelephoneNumber>();
  const walked: ScannedRange = { from, to: from, total: from };
  let owned = 0;
  const ages: Freshness[] = [];
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const query = { limit: maxLimit, offset: walked.to };
      const answer = await client.listNumbers(query, { ...call, signal: time.signal });
      const { numbers, total } = answer;
      ages.push(answer);
      for (const number of numbers) {
        if (number.customerID === undefined) continue;
        owned += 1;
        // A new row shifts the later rows, so a number can occur on two pages.
        if (idKey(number.customerID) === key) found.set(number.number, number);
      }
      walked.to += numbers.length;
      walked.total = numbers.length === 0 ? walked.to : Math.max(total, walked.to);
      if (walked.to >= walked.total) break;
    }
  } catch (error) {
    if (isAppError(error) && error.code === "not_offered") return notOffered(context);
    if (error !== timeIsUp) return recordedNumbersOf(context, customerID, error);
  } finally {
    time.end();
  }
  const age = oldestAge(ages);
  if (!age) throw upstreamErrors.timeout(context.environment, maxWalkMs);
  return { offered: true, numbers: [...found.values()].map(withFormatted), walked, owned, ...age };
}

function notOffered({ services }: ApiContext): CustomerNumbers {
  const asOf = new Date(services.clock.now()).toISOString();
  return { offered: false, numbers: [], walked: { from: 0, to: 0, total: 0 }, owned: 0, asOf };
}
