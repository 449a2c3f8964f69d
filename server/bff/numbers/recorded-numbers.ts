import type { CustomerNumbers } from "#lib/contract/customers/customer-numbers.ts";
import type { PageQuery } from "#lib/contract/list.ts";
import type { NumberList, TelephoneNumber } from "#lib/contract/number.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { instant } from "#lib/format/instant.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import { staleAnswer, unavailable } from "#server/bff/customers/list-customers.ts";
import type { KnownNumber } from "#server/bff/store/known/known-numbers.ts";
import { withFormatted } from "./format-phone.ts";
import type { NumberServices } from "./number-services.ts";

type Context = ApiContext<NumberServices>;

/** The maximum number of stored numbers that are shown for a customer. */
const maxOfCustomer = 1_000;

const shown = ({ number, customerID, seenAt }: KnownNumber): TelephoneNumber =>
  withFormatted({ number, ...(customerID !== undefined && { customerID }), seenAt: instant(seenAt), raw: {} });

/** The members that say that a result comes from the store, and how old its oldest number is. */
const ageOf = (numbers: readonly KnownNumber[], error: AppError) => ({
  source: "known" as const,
  asOf: instant(Math.min(...numbers.map(({ seenAt }) => seenAt))),
  ...staleAnswer(error),
});

/** Returns the error if stored numbers may be used in place of the API's answer. Throws all other errors. */
function unavailableError({ services }: Context, error: unknown): AppError {
  if (!isAppError(error) || !unavailable.has(error.code) || !services.isKnownOn) throw error;
  return error;
}

/**
 * A customer's stored numbers, for use while the API is not available. Throws the API's error if no numbers are stored.
 */
export async function recordedNumbersOf(
  context: Context,
  customerID: string,
  thrown: unknown,
): Promise<CustomerNumbers> {
  const error = unavailableError(context, thrown);
  const { services, environment } = context;
  const numbers = await services.store.knownNumbers.ofCustomer(environment, customerID, maxOfCustomer);
  if (numbers.length === 0) throw error;
  const walked = { from: 0, to: 0, total: 0 };
  return { offered: true, numbers: numbers.map(shown), walked, owned: numbers.length, ...ageOf(numbers, error) };
}

/**
 * A page of the stored numbers, for use while the API is not available. Throws the API's error if no numbers are
 * stored.
 */
export async function recordedNumberPage(
  context: Context,
  { limit, offset }: PageQuery,
  thrown: unknown,
): Promise<NumberList> {
  const error = unavailableError(context, thrown);
  const { services, environment } = context;
  const { numbers, total } = await services.store.knownNumbers.list(environment, { limit, offset });
  if (numbers.length === 0) throw error;
  const named = await withCompanyNames(services.customerNames, environment, numbers.map(shown));
  return { numbers: named, total, limit, offset, ...ageOf(numbers, error) };
}
