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

/** Other customers to find with the same pages. */
export interface SharedReading {
  customerIDs: readonly string[];
  /** Gets all customers of each page that is read. */
  onPage(customers: readonly Customer[]): void;
}

/** The context for finding a customer. A `call` with `fresh` reads the current state from the API. */
export interface FindContext {
  services: Pick<CustomerServices, "clock" | "known" | "fillingReports" | "store">;
  environment: Environment;
  client: ApiClient;
  call: CallContext;
  /** The console's own record of the customer, for a customer that no response has contained lately. */
  recorded?: Omit<KnownCustomer, "customerID"> | undefined;
  shared?: SharedReading | undefined;
}

/** All customers, newest first, because people usually look for the newest. */
export const allCustomersQuery = {
  limit: 100,
  offset: 0,
  sort: "created",
  ascending: false,
  datefrom: earliestDate,
  includeDeleted: true,
} as const satisfies UpstreamCustomerQuery;

/** Finds a customer on a page. Returns the customer with the age of the page. */
export function findOnPage(page: CustomerPage, customerID: string): CustomerAnswer | undefined {
  const key = idKey(customerID);
  const customer = page.customers.find((candidate: Customer) => idKey(candidate.customerID) === key);
  return customer && { customer, asOf: page.asOf, ...staleMembers(page) };
}

/** The start of a walk, and its maximum number of pages of 100. */
export interface WalkBound {
  from: number;
  pages: number;
}

/** How long a walk may take before it reports, in milliseconds. */
const maxWalkMs = 10_000;

const timeIsUp = new Error("The walk's time is up");

/**
 * Looks for a customer row by row, newest first and with deleted ones, within a limit. Rows that are added meanwhile
 * move the others back, so that some rows are read twice and none is missed. If the record of known customers has all
 * rows but those of the first page, no other page is read.
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
 * True if the record has read every customer that is not on this page, and none of them has this ID. Each of them was
 * read within the configured maximum age, and a customer keeps its ID.
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
  // A customer that was read and is on no page may have moved, and an erased one is not in the record.
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
