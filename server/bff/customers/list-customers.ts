import { type CustomerList, type CustomerListQuery, defaultWindowDays } from "#lib/contract/customer-list.ts";
import { utcDaysAgo } from "#lib/contract/dates.ts";
import { AppError } from "#lib/contract/errors.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";

/**
 * A page of an environment's customers. The API would show only the last 7 days when `datefrom` is
 * left out, without saying so: here the window is always explicit, and always part of the answer.
 */
export async function listCustomers({
  context,
  input,
}: {
  context: ApiContext;
  input: CustomerListQuery;
}): Promise<CustomerList> {
  const { services, environment } = context;
  const { client, call } = apiOf(context);
  const window = windowOf(input, services.clock.now());
  const page = await client.listCustomers({ ...input, datefrom: window.datefrom }, call);
  services.directories[environment].note(page.customers);
  return { ...page, window };
}

/**
 * The window that a query means: the last 7 days where it names no beginning. Throws
 * `invalid_request` for a `dateto` before that: the query's own schema cannot know it.
 */
export function windowOf(
  { datefrom: given, dateto }: Pick<CustomerListQuery, "datefrom" | "dateto">,
  nowMs: number,
): CustomerList["window"] {
  const datefrom = given ?? utcDaysAgo(nowMs, defaultWindowDays);
  if (dateto !== undefined && dateto < datefrom) {
    const message = `must not be before ${datefrom}, where the window begins without datefrom`;
    throw new AppError("invalid_request", "Check dateto.", { errors: [{ field: "dateto", message }] });
  }
  return { datefrom, ...(dateto ? { dateto } : {}), defaulted: given === undefined };
}
