import { type CustomerList, type CustomerListQuery, defaultWindowDays } from "#lib/contract/customer-list.ts";
import { utcDaysAgo } from "#lib/contract/dates.ts";
import { AppError } from "#lib/contract/errors.ts";
import type { RouteContext } from "./route.ts";

/**
 * A page of an environment's customers. The API would show only the last 7 days when `datefrom` is
 * left out, without saying so: here the window is always explicit, and always part of the answer.
 */
export async function listCustomers({
  context,
  input,
}: {
  context: RouteContext<"viewer", "/api/:environment/customers">;
  input: CustomerListQuery;
}): Promise<CustomerList> {
  const { services, environment, requestID, signal } = context;
  const client = services.clients.get(environment);
  if (!client) throw new AppError("not_found", "There is no such environment.");

  const { datefrom = utcDaysAgo(services.clock.now(), defaultWindowDays), dateto, searchTerm, ...rest } = input;
  // The query's own schema cannot know where a window begins that names no beginning.
  if (dateto !== undefined && dateto < datefrom) {
    const message = `must not be before ${datefrom}, where the window begins without datefrom`;
    throw new AppError("invalid_request", "Check dateto.", { errors: [{ field: "dateto", message }] });
  }
  const page = await client.listCustomers(
    { ...rest, datefrom, ...(dateto ? { dateto } : {}), ...(searchTerm ? { searchTerm } : {}) },
    { requestID, signal },
  );
  return {
    ...page,
    asOf: new Date(services.clock.now()).toISOString(),
    window: { datefrom, ...(dateto ? { dateto } : {}), defaulted: input.datefrom === undefined },
  };
}
