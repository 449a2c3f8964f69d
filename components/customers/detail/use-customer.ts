"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { withVerifiedContract } from "#lib/operations/verified-contract.ts";
import {
  customerHistoryQueryOptions,
  customerJobsQueryOptions,
  customerOperationsQueryOptions,
  customerQueryOptions,
} from "#lib/query/customers/customer.ts";
import { keepPageData } from "#lib/query/page-reading.ts";

/**
 * The customer that the page shows. If a change was verified after the customer was read, the contract is the one that
 * the verification read.
 */
export function useCustomer(environment: Environment, customerID: string) {
  const operations = useCustomerOperations(environment, customerID).data?.operations;
  const select = useCallback((answer: CustomerAnswer) => withVerifiedContract(answer, operations ?? []), [operations]);
  return useQuery({ ...customerQueryOptions(environment, customerID), ...keepPageData, select });
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
