import type { Customer, CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ScannedRange } from "#lib/contract/errors.ts";
import { staleMembers } from "#lib/contract/list.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CustomerPage, UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import { boundSignal } from "#server/api-client/transport/bound-signal.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { KnownCustomer } from "#server/bff/store/known/known-customers.ts";
import type { CustomerServices } from "./customer-services.ts";

/** Other customers that the same pages may contain. */
export interface SharedReading {
  customerIDs: readonly string[];
  /** Called with all customers of each page that is read. */
  onPage(customers: readonly Customer[]): void;
}

/** The context for finding a customer. If `call` has `fresh`, the current state is read from the API. */
export interface FindContext {
  services: Pick<CustomerServices, "clock" | "known" | "fillingReports" | "store">;
  environment: Environment;
  client: ApiClient;
  call: CallContext;
  /**
   * The name and creation time of the customer from the console's own records, if no recent answer has contained the
   * customer.
   */
  recorded?: Omit<KnownCustomer, "customerID"> | undefined;
  shared?: SharedReading | undefined;
}

/** The query for all customers. Newest first, because people usually look for new customers. */
export const allCustomersQuery = {
  limit: 100,
  offset: 0,
  sort: "created",
  ascending: false,
  datefrom: earliestDate,
  includeDeleted: true,
} as const satisfies UpstreamCustomerQuery;

/**
 * Finds a customer on a page. Returns the customer with the time of the page. Undefined if the page does not contain
 * the customer.
 */
export function findOnPage(page: CustomerPage, customerID: string): CustomerAnswer | undefined {
  const key = idKey(customerID);
  const customer = page.customers.find((candidate: Customer) => idKey(candidate.customerID) === key);
  return customer && { customer, asOf: page.asOf, ...staleMembers(page) };
}

/** The start of a scan, and its maximum number of pages. A page has 100 customers. */
export interface WalkBound {
  from: number;
  pages: number;
}

/** How long a scan may take before it reports its progress, in milliseconds. */
const maxWalkMs = 10_000;

const timeIsUp = new Error("The walk's time is up");

/**
 * Searches for a customer row by row within a limit, newest first and including deleted customers. Rows that are added
 * during the scan move the later rows back. So some rows are read twice, but no row is missed. If all rows after the
 * first page are known customers, no further page is read.
 */
export async function scanForCustomer({
  context,
  customerID,
  bound: { from, pages },
}: {
  context: FindContext;
  customerID: string;
  bound: WalkBound;
}): Promise<CustomerAnswer> {
  const { services, client, call } = context;
  const timeUp = () => timeIsUp;
  const time = boundSignal({ clock: services.clock, timeoutMs: maxWalkMs, parent: call.signal, timeUp });
  const walked: ScannedRange = { from, to: from, total: from };
  try {
    for (let page = 0; page < pages; page += 1) {
      const rows = await client.listCustomers(
        { ...allCustomersQuery, offset: walked.to },
        { ...call, signal: time.signal },
      );
      context.shared?.onPage(rows.customers);
      const answer = findOnPage(rows, customerID);
      if (answer) return answer;
      walked.to += rows.customers.length;
      walked.total = rows.total;
      if (rows.customers.length === 0 || walked.to >= rows.total) throw absent(context);
      if (page === 0 && from === 0 && (await areOthersKnown(context, customerID, rows))) throw absent(context);
    }
  } catch (error) {
    if (error !== timeIsUp) throw error;
    if (walked.to === from) throw upstreamErrors.timeout(context.environment, maxWalkMs);
  } finally {
    time.end();
  }
  throw notWithinBound(context, walked);
}

/** The error for a customer that the API's list does not have. */
export const absent = ({ environment }: Pick<FindContext, "environment">) =>
  new AppError("not_found", `There is no customer with this ID in ${environment}.`);

/**
 * True if every customer that is not on this page is known and has another ID. All these customers were read within the
 * configured maximum age. The ID of a customer never changes.
 */
async function areOthersKnown(
  { services: { store, fillingReports }, environment }: FindContext,
  customerID: string,
  page: CustomerPage,
): Promise<boolean> {
  const report = (await fillingReports.list()).find((one) => one.environment === environment);
  if (report?.state !== "current" || report.incomplete > 0 || page.stale) return false;
  const key = idKey(customerID);
  const row = (await store.knownRows.find(environment, [key])).get(key);
  // Returns false for a known customer, whose row may have moved, and for an erased customer, which is no longer
  // stored.
  if (row?.missingAt === null || (await store.knownCustomers.erasedAt(environment, customerID)) !== null) return false;
  const unread = await store.knownWindows.unknown(
    environment,
    page.customers.map((customer) => customer.customerID),
  );
  return report.known + unread.length >= page.total;
}

function notWithinBound({ environment }: FindContext, walked: ScannedRange): AppError {
  const count = (rows: number) => formatCount(rows);
  return new AppError(
    "customer_not_found_within_bound",
    `None of the newest ${count(walked.to)} of ${count(walked.total)} customers in ${environment} has this ID, and no search finds it. The customer may be further back.`,
    { walked },
  );
}
