import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fetchJson, writeJson } from "#lib/fetch-json.ts";
import { type Contract, type CustomerAnswer, customerAnswerSchema } from "../contract/customer.ts";
import { type CustomerJobs, customerJobsSchema } from "../contract/customer-jobs.ts";
import { customerNumbersSchema } from "../contract/customer-numbers.ts";
import type { Environment } from "../contract/environment.ts";
import {
  type Operation,
  type OperationList,
  operationAnswerSchema,
  operationListSchema,
} from "../contract/operation.ts";
import { api } from "../paths.ts";

type Read<Answer> = (signal: AbortSignal) => Promise<Answer>;

/** What everything about one customer begins with in the cache. */
export function customerKey(environment: Environment, customerID: string) {
  return [environment, "customer", customerID] as const;
}

/** A customer by its ID. */
export function customerQueryOptions(
  environment: Environment,
  customerID: string,
  read: Read<CustomerAnswer> = (signal) =>
    fetchJson(api.customer(environment, customerID), customerAnswerSchema, { signal }),
) {
  return queryOptions({
    queryKey: [...customerKey(environment, customerID), "record"],
    queryFn: ({ signal }) => read(signal),
    staleTime: 30_000,
  });
}

/** Looks further back for a customer, `pages` pages of 100 from row `from` on. Throws what says how far it came. */
export function findFurther(
  environment: Environment,
  customerID: string,
  { from, pages }: { from: number; pages: number },
  signal: AbortSignal,
): Promise<CustomerAnswer> {
  const query = new URLSearchParams({ from: String(from), pages: String(pages) });
  return fetchJson(api.customer(environment, customerID, query), customerAnswerSchema, { signal });
}

/** How many of a customer's operations its page shows. */
export const operationsShown = 10;

/** The query of a customer's newest operations. */
export function customerOperationsQuery(customerID: string): URLSearchParams {
  return new URLSearchParams({ customerID, limit: String(operationsShown) });
}

/** A customer's newest operations. */
export function customerOperationsQueryOptions(
  environment: Environment,
  customerID: string,
  read: Read<OperationList> = (signal) =>
    fetchJson(api.operations(environment, customerOperationsQuery(customerID)), operationListSchema, { signal }),
) {
  return queryOptions({
    queryKey: [...customerKey(environment, customerID), "operations"],
    queryFn: ({ signal }) => read(signal),
    staleTime: 10_000,
  });
}

/** How often the jobs of a customer are read again while there are any: only the console tells which seem stuck. */
const jobsEveryMs = 20_000;

/** The jobs on a customer that are not over. */
export function customerJobsQueryOptions(
  environment: Environment,
  customerID: string,
  read: Read<CustomerJobs> = (signal) =>
    fetchJson(api.customerJobs(environment, customerID), customerJobsSchema, { signal, quiet: true }),
) {
  return queryOptions({
    queryKey: [...customerKey(environment, customerID), "jobs"],
    queryFn: ({ signal }) => read(signal),
    staleTime: 10_000,
    refetchInterval: ({ state }) =>
      state.data && state.data.jobs.length + state.data.unreadable.length > 0 ? jobsEveryMs : false,
  });
}

/** A customer's numbers, looked for part by part in the list of all. */
export function customerNumbersQueryOptions(environment: Environment, customerID: string) {
  return infiniteQueryOptions({
    queryKey: [...customerKey(environment, customerID), "numbers"],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === 0 ? undefined : new URLSearchParams({ from: String(pageParam) });
      return fetchJson(api.customerNumbers(environment, customerID, query), customerNumbersSchema, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ walked }) => (walked.to < walked.total ? walked.to : undefined),
    staleTime: 60_000,
  });
}

/** One operation of a customer, asked for again and again until `isOver`. */
export function followedOperationQueryOptions(
  environment: Environment,
  operation: Operation,
  isOver: (operation: Operation) => boolean,
) {
  const { operationID } = operation;
  return queryOptions({
    queryKey: [environment, "followed-operation", operationID],
    queryFn: ({ signal }) =>
      fetchJson(api.operation(environment, operationID), operationAnswerSchema, { signal, quiet: true }),
    initialData: { operation },
    refetchInterval: ({ state }) => (state.data && isOver(state.data.operation) ? false : 3_000),
  });
}

/** A change of one member of a contract, with the contract that the person saw. */
export interface ContractChange {
  member: keyof Contract;
  value: string;
  expected: Contract;
  /** Jobs on the customer that seem stuck or cannot be read, and that the person sends it in spite of. */
  overrideJobIDs: readonly string[];
}

/** Asks for a change of contract. Throws `RequestFailed`, with the operation in it where it was refused. */
export async function changeContract(
  environment: Environment,
  customerID: string,
  { member, value, expected, overrideJobIDs }: ContractChange,
): Promise<Operation> {
  const body = { [member]: value, expected, ...(overrideJobIDs.length > 0 && { overrideJobIDs }) };
  return (await writeJson("PATCH", api.contract(environment, customerID), operationAnswerSchema, body)).operation;
}
