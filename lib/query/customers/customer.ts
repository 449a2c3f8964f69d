import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Contract, CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { CustomerHistory } from "#lib/contract/customers/customer-history.ts";
import type { CustomerJobs } from "#lib/contract/customers/customer-jobs.ts";
import type { CustomerNumbers } from "#lib/contract/customers/customer-numbers.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation, OperationList } from "#lib/contract/operations/operation.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import { effectRefetchMs } from "#lib/operations/operation-outcome.ts";
import { api } from "#lib/paths.ts";
import { sendOperation } from "#lib/query/operations/send-operation.ts";
import {
  keepNewer,
  ownRecordReading,
  type PolledState,
  pageQuery,
  pageReading,
  whileAllowed,
} from "#lib/query/page-reading.ts";
import { fetches, fetchJson, sendJson } from "#lib/requests/fetch-json.ts";

type Read<Answer> = (signal: AbortSignal) => Promise<Answer>;

/** The prefix of all query keys about one customer. */
export function customerKey(environment: Environment, customerID: string) {
  return [environment, "customer", customerID] as const;
}

/** One customer, found by its ID. */
export function customerQueryOptions(
  environment: Environment,
  customerID: string,
  read: Read<CustomerAnswer> = fetches<CustomerAnswer>(api.customer(environment, customerID), { customer: "object" }),
) {
  return {
    ...pageQuery([...customerKey(environment, customerID), "record"], read, 30_000),
    structuralSharing: keepNewer,
  };
}

/**
 * Continues the search for a customer at row `from`, for up to `pages` pages of 100 rows. If the customer is not found,
 * throws an error that contains the progress.
 */
export function continueCustomerScan(
  environment: Environment,
  customerID: string,
  { from, pages }: { from: number; pages: number },
  signal: AbortSignal,
): Promise<CustomerAnswer> {
  const query = new URLSearchParams({ from: String(from), pages: String(pages) });
  return fetchJson<CustomerAnswer>(api.customer(environment, customerID, query), { customer: "object" }, { signal });
}

/** The number of operations in one part of a customer's list of operations. */
export const operationsShown = 10;

/** The query of one part of a customer's operations, newest first. */
export function customerOperationsQuery(customerID: string, part = 0): URLSearchParams {
  const [limit, offset] = [String(operationsShown), String(part * operationsShown)];
  return new URLSearchParams({ customerID, limit, offset });
}

/** One part of a customer's operations, newest first. */
export function customerOperationsQueryOptions(
  environment: Environment,
  customerID: string,
  read: (signal: AbortSignal, quiet: boolean) => Promise<OperationList> = (signal, quiet) =>
    fetchJson<OperationList>(
      api.operations(environment, customerOperationsQuery(customerID, part)),
      { operations: "array", total: "number" },
      { signal, quiet },
    ),
  part = 0,
) {
  return queryOptions({
    queryKey: [...customerKey(environment, customerID), "operations", part],
    meta: ownRecordReading,
    structuralSharing: keepNewer,
    // Only the first request may extend the session. All later requests are polling.
    queryFn: ({ signal, client, queryKey }) => read(signal, client.getQueryData(queryKey) !== undefined),
    staleTime: 10_000,
    refetchInterval: whileAllowed<PolledState<OperationList>>(({ state }) =>
      state.data ? effectRefetchMs(state.data.operations, Date.parse(state.data.asOf)) : false,
    ),
  });
}

/**
 * The polling interval for a customer's running jobs, in milliseconds. Polling is needed because only the server knows
 * which jobs seem stuck.
 */
const jobsEveryMs = 20_000;

/** The customer's unfinished jobs. */
export function customerJobsQueryOptions(
  environment: Environment,
  customerID: string,
  read: Read<CustomerJobs> = fetches<CustomerJobs>(
    api.customerJobs(environment, customerID),
    { jobs: "array", stuck: "array", unreadable: "array" },
    { quiet: true },
  ),
) {
  return queryOptions({
    queryKey: [...customerKey(environment, customerID), "jobs"],
    meta: ownRecordReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 10_000,
    refetchInterval: whileAllowed<PolledState<CustomerJobs>>(({ state }) =>
      state.data && state.data.jobs.length + state.data.unreadable.length > 0 ? jobsEveryMs : false,
    ),
  });
}

/** A customer's numbers. The server searches the list of all numbers in parts. */
export function customerNumbersQueryOptions(environment: Environment, customerID: string) {
  return infiniteQueryOptions({
    queryKey: [...customerKey(environment, customerID), "numbers"],
    meta: pageReading,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === 0 ? undefined : new URLSearchParams({ from: String(pageParam) });
      return fetchJson<CustomerNumbers>(
        api.customerNumbers(environment, customerID, query),
        { numbers: "array", walked: "object" },
        { signal },
      );
    },
    initialPageParam: 0,
    getNextPageParam: ({ walked }) => (walked.to < walked.total ? walked.to : undefined),
    staleTime: 60_000,
  });
}

/** One operation of a customer, polled until `isOver` is true. */
export function followedOperationQueryOptions(
  environment: Environment,
  operation: Operation,
  isOver: (operation: Operation) => boolean,
) {
  const { operationID } = operation;
  return queryOptions({
    queryKey: [environment, "followed-operation", operationID],
    queryFn: ({ signal }) =>
      fetchJson<{ operation: Operation }>(
        api.operation(environment, operationID),
        { operation: "object" },
        { signal, quiet: true },
      ),
    initialData: { operation },
    refetchInterval: whileAllowed<PolledState<{ operation: Operation }>>(({ state }) =>
      state.data && isOver(state.data.operation) ? false : 3_000,
    ),
  });
}

/** A change of one member of a contract, and the contract that the person saw. */
export interface ContractChange {
  member: keyof Contract;
  value: string;
  expected: Contract;
  /** The customer's jobs that the person overrides, because they seem stuck or cannot be read. */
  overrideJobIDs: readonly string[];
  /** The ID of the verified change that this change undoes. */
  undoOf?: string | undefined;
  /** The ticket and the reason. */
  reference?: WriteReference | undefined;
}

/**
 * Sends a contract change. Throws `RequestFailed` if the request fails. If the change was refused, the error contains
 * the operation.
 */
export async function changeContract(
  environment: Environment,
  customerID: string,
  { member, value, expected, overrideJobIDs, undoOf, reference }: ContractChange,
): Promise<Operation> {
  const overridden = overrideJobIDs.length > 0 && { overrideJobIDs };
  const body = { [member]: value, expected, ...overridden, undoOf, console: reference };
  return sendOperation(changeContractKind, { environment, customerID }, body);
}

/** The states of a customer that API answers have shown. */
export function customerHistoryQueryOptions(
  environment: Environment,
  customerID: string,
  read: Read<CustomerHistory> = fetches<CustomerHistory>(api.customerHistory(environment, customerID), {
    states: "array",
    total: "number",
  }),
) {
  return pageQuery([...customerKey(environment, customerID), "history"], read, 30_000, ownRecordReading);
}

/** The prefix of the query keys of `customerAsOnQueryOptions`. */
export const customerAsOnKey = (environment: Environment, customerID: string) =>
  [...customerKey(environment, customerID), "as-on"] as const;

/** The known state of a customer at an instant. */
export function customerAsOnQueryOptions(environment: Environment, customerID: string, at: string) {
  const query = new URLSearchParams({ asOn: at });
  return pageQuery(
    [...customerAsOnKey(environment, customerID), at],
    fetches<CustomerHistory>(api.customerHistory(environment, customerID, query), { states: "array", asOn: "object" }),
    30_000,
    ownRecordReading,
  );
}

/** Erases the data that Switchboard has stored about a customer. The API's data stay unchanged. */
export async function eraseKnownCustomer(environment: Environment, customerID: string): Promise<void> {
  await sendJson("DELETE", api.knownCustomer(environment, customerID));
}
