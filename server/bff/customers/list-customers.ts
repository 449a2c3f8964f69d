import type { Customer } from "#lib/contract/customers/customer.ts";
import type { CustomerList, CustomerListQuery } from "#lib/contract/customers/customer-list.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { defaultWindowDays } from "#lib/contract/values/customers/customer-filters.ts";
import { printOnce } from "#server/bff/core/answers/print-json.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import { withRecentCreations } from "./creations.ts";
import { customerRow } from "./customer-row.ts";
import type { CustomerServices } from "./customer-services.ts";

/**
 * A page of an environment's customers. The API would show only the last 7 days when `datefrom` is
 * left out, without saying so: here the window is always explicit, and always part of the answer.
 */
export async function listCustomers({
  context,
  input,
}: {
  context: ApiContext<CustomerServices>;
  input: Omit<CustomerListQuery, "raw"> & { raw?: boolean };
}): Promise<CustomerList> {
  const { services, environment } = context;
  const { client, call } = requestAPI(context);
  const window = windowOf(input, services.clock.now());
  const { raw, ...query } = input;
  const page = await client.listCustomers({ ...query, datefrom: window.datefrom }, call);
  services.directories[environment].note(page.customers);
  const customers = await withRecentCreations(context, page.customers);
  // The same rows may be in another answer: an answer is only printed.
  const rows = (raw ? customers : rowsWithoutRaw(customers)) as Customer[];
  return { ...page, customers: rows, window };
}

/** The rows of pages that the client may give again, because the API has answered the same again. */
const shownRows = createListMemo<readonly Customer[]>();

function rowsWithoutRaw(customers: readonly Customer[]): readonly Customer[] {
  const known = shownRows.of(customers);
  if (known) return printOnce(known);
  const rows = customers.map(customerRow);
  shownRows.set(customers, rows);
  return rows;
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
