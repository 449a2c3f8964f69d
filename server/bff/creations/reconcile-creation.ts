import type { Customer } from "#lib/contract/customers/customer.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { ReadContext, Reconciled } from "#server/bff/operations/operation-kind.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { canMatchCreation, createdAllowanceMs } from "./creation-match.ts";

/** How many pages one attempt reads at most with the search, and again without the search. A page has 100 customers. */
const maxPages = 10;
const pageSize = 100;

/** The maximum length of a search term. For a longer name, the list is read without a search term. */
const maxTerm = 200;

/**
 * Searches the API for the customer of a creation whose answer was lost. The creation is reconciled if exactly one
 * customer matches: it has the same name and address, was created after the sending, and belongs to no other creation.
 * With no match, several matches or an incomplete search, the outcome remains unknown. The creation is never sent again
 * automatically (docs/decisions/0009-a-lost-creation.md).
 */
export async function reconcileCreation(
  services: CoreServices,
  { client, call }: ReadContext,
  operation: StoredOperation,
): Promise<Reconciled> {
  const { operationID, createdAt } = operation;
  // The sending time is missing after a restore if the backup was made before the creation was sent.
  const sentAt = operation.sentAt ?? createdAt;
  const { operations } = services.store;
  const { matches, isComplete } = await findMatches(client, call, operation, sentAt);
  const claimed = await operations.claimedCustomers(operation, matches);
  const free = matches.filter((customerID) => !claimed.has(customerID));
  const [customerID] = free;
  if (customerID === undefined) {
    return { message: isComplete ? "No customer matches yet." : tooMany, customerIDs: [] };
  }
  if (free.length > 1) {
    return {
      message: `${free.length} customers match, and it is unknown which one this operation created.`,
      customerIDs: free,
    };
  }
  if (!isComplete) return { message: tooMany, customerIDs: free };
  const jobID = await findJob(client, call, customerID);
  const moved = await operations.reconcileCreation(operationID, { customerID, jobID }, services.clock.now());
  if (moved.isMine || moved.operation.state !== "unknown") return "settled";
  return {
    message: "One customer matches, but another creation with the same name and address may have made it.",
    customerIDs: free,
  };
}

const tooMany = `Too many customers were created since then to check all of them (the first ${maxPages * pageSize} were checked).`;

/**
 * The IDs of the matching customers. Includes deleted customers, because the new customer may have been deleted
 * already.
 */
async function findMatches(client: ApiClient, call: CallContext, { request }: StoredOperation, sentAt: number) {
  // The API's search may not find every customer of the list. If it finds no match, all customers of the window are
  // read.
  const name = typeof request.companyName === "string" ? request.companyName : "";
  const searches = [...(name === "" || name.length > maxTerm ? [] : [name]), undefined];
  const matches = new Set<string>();
  let isComplete = true;
  for (const searchTerm of searches) {
    const onCustomer = (customer: Customer, sinceMs: number) => {
      if (canMatchCreation(request, sinceMs, customer)) matches.add(customer.customerID);
    };
    try {
      isComplete = await walk(client, call, searchTerm, sentAt, onCustomer);
    } catch (error) {
      // The API may reject a name as a search term although it accepted the name for a customer.
      const isRefused = isAppError(error) && error.upstreamStatus === 400 && searchTerm !== undefined;
      if (!isRefused) throw error;
    }
    if (matches.size > 0) break;
  }
  return { matches: [...matches], isComplete };
}

/**
 * Calls `onCustomer` for every customer that the API lists for `searchTerm`, from at least one day before `sentAt`.
 * `onCustomer` must check the creation time itself. Returns false if the page limit was reached first.
 */
async function walk(
  client: ApiClient,
  call: CallContext,
  searchTerm: string | undefined,
  sentAt: number,
  onCustomer: (customer: Customer, sinceMs: number) => void,
): Promise<boolean> {
  for (let page = 0; page < maxPages; page += 1) {
    // The time is computed for each page, because the clock difference is known only after the first answer.
    const sinceMs = sentAt + client.clockAheadMs() - createdAllowanceMs;
    const offset = page * pageSize;
    const { customers, total } = await client.listCustomers(
      {
        limit: pageSize,
        offset,
        sort: "created",
        ascending: true,
        // The window begins one day earlier than necessary. The clock difference may still be unknown, so the day may
        // be wrong around midnight.
        datefrom: utcDay(sinceMs - 24 * 60 * 60_000),
        searchTerm,
        includeDeleted: true,
      },
      call,
    );
    for (const customer of customers) onCustomer(customer, sentAt + client.clockAheadMs() - createdAllowanceMs);
    if (customers.length === 0 || offset + customers.length >= total) return true;
  }
  return false;
}

/**
 * Finds the job that created the customer. It is the customer's oldest job among the newest jobs. Undefined if none of
 * the newest jobs belongs to the customer.
 */
async function findJob(client: ApiClient, call: CallContext, customerID: string): Promise<string | undefined> {
  try {
    const { jobs } = await client.listJobs({ limit: pageSize, offset: 0 }, call);
    const own = jobs.filter((job) => job.customerID === customerID);
    own.sort((a, b) => ((a.created ?? "") < (b.created ?? "") ? -1 : 1));
    return own[0]?.jobID;
  } catch {
    // Errors are ignored: the customer exists, so the job is useful but not necessary.
    return undefined;
  }
}
