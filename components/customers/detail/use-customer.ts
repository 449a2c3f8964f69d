"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import {
  customerJobsQueryOptions,
  customerOperationsQueryOptions,
  customerQueryOptions,
} from "#lib/query/customers/customer.ts";
import { keepPageData } from "#lib/query/page-reading.ts";

// What came with the page stands, record or error, however the two clocks differ.

/** The customer that the page is about. */
export function useCustomer(environment: Environment, customerID: string) {
  return useQuery({ ...customerQueryOptions(environment, customerID), ...keepPageData });
}

/** Its newest operations. */
export function useCustomerOperations(environment: Environment, customerID: string) {
  return useQuery({ ...customerOperationsQueryOptions(environment, customerID), ...keepPageData });
}

/** The jobs on it that are not over. */
export function useCustomerJobs(environment: Environment, customerID: string) {
  return useQuery({ ...customerJobsQueryOptions(environment, customerID), ...keepPageData });
}
