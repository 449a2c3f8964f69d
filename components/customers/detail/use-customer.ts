"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import {
  customerHistoryQueryOptions,
  customerJobsQueryOptions,
  customerOperationsQueryOptions,
  customerQueryOptions,
} from "#lib/query/customers/customer.ts";
import { keepPageData } from "#lib/query/page-reading.ts";

/** The customer that the page shows. */
export function useCustomer(environment: Environment, customerID: string) {
  return useQuery({ ...customerQueryOptions(environment, customerID), ...keepPageData });
}

/** The customer's newest operations. */
export function useCustomerOperations(environment: Environment, customerID: string) {
  return useQuery({ ...customerOperationsQueryOptions(environment, customerID), ...keepPageData });
}

/** The customer's jobs that have not ended. */
export function useCustomerJobs(environment: Environment, customerID: string) {
  return useQuery({ ...customerJobsQueryOptions(environment, customerID), ...keepPageData });
}

/** The customer's states that the console has stored from API answers. */
export function useCustomerHistory(environment: Environment, customerID: string) {
  return useQuery({ ...customerHistoryQueryOptions(environment, customerID), ...keepPageData });
}
