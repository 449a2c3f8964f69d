"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { ChangeTermItem, ContractTools, NoContractTools } from "#components/customers/contract/contract-tools.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { PageOutage } from "#components/ui/panel/page-freshness.tsx";
import { useCanWrite, useSession } from "#components/ui/session.tsx";
import { useCustomerState } from "#components/ui/status/customer-state.tsx";
import { rememberCustomer } from "#lib/browser-storage/recent-customers.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { CustomerNotFound, NotFoundWithinBound } from "./absent-customer.tsx";
import { CustomerHeader } from "./header.tsx";
import { HistoryPanel } from "./history/history-panel.tsx";
import { NumbersPanel } from "./numbers-panel.tsx";
import { OperationsPanel } from "./operations-panel.tsx";
import { RecordPanel } from "./record-panel.tsx";
import { CustomerStrip } from "./strip/customer-strip.tsx";
import { RunningJobs } from "./strip/running-jobs.tsx";
import { useCustomer, useCustomerHistory, useCustomerJobs, useCustomerOperations } from "./use-customer.ts";

interface CustomerDetailProps {
  environment: Environment;
  customerID: string;
  /** Panels of other entities, passed in by the page. */
  activities: ReactNode;
  planned: ReactNode;
  pinnedNote: ReactNode;
  /** The customer's tags, the person's pin, and the notes: data that the console stores. */
  marks: ReactNode;
  notes: ReactNode;
}

const awaitedChanges = (operations: readonly Operation[]) =>
  operations.filter((operation) => outcomeDetail(operation) === "awaiting-effect").length;

/** Everything about one customer. Each part has its own request, age and error. */
export function CustomerDetail(props: CustomerDetailProps) {
  const { environment, customerID, activities, planned, pinnedNote, marks, notes } = props;
  const customer = useCustomer(environment, customerID);
  const operations = useCustomerOperations(environment, customerID);
  const jobs = useCustomerJobs(environment, customerID);
  const known = useCustomerHistory(environment, customerID);
  /** The error of the search further back. */
  const [searched, setSearched] = useState<ShownProblem>();
  const answer = customer.data;
  const { staffID } = useSession().staff;
  const companyName = answer?.customer.companyName;
  const state = useCustomerState(environment, answer?.customer, jobs.data?.jobs);
  useEffect(() => {
    if (companyName !== undefined) rememberCustomer(staffID, environment, { customerID, companyName });
  }, [staffID, environment, customerID, companyName]);
  const awaited = awaitedChanges(operations.data?.operations ?? []);
  const { refetch } = customer;
  const awaitedBefore = useRef(awaited);
  // An awaited change has taken effect, so the contract on the page is outdated. Reads the customer again.
  useEffect(() => {
    if (awaited < awaitedBefore.current) void refetch();
    awaitedBefore.current = awaited;
  }, [awaited, refetch]);
  const problem = answer || !customer.error ? undefined : (searched ?? shownProblem(customer.error));
  const mayWrite = useCanWrite();
  const here = { environment, customerID };
  const signInHref = pages.signIn(pages.customer(environment, customerID));

  const absent = () => {
    if (problem?.code === "customer_not_found_within_bound" && problem.walked) {
      return <NotFoundWithinBound {...here} walked={problem.walked} onNotFound={setSearched} />;
    }
    return problem?.code === "not_found" ? <CustomerNotFound {...here} reading={customer} /> : undefined;
  };
  const missing = absent();
  const history = <HistoryPanel {...here} readAt={answer?.asOf} signInHref={signInHref} />;

  return (
    <KeepFocus className="flex flex-col gap-4">
      <div tabIndex={-1} {...keepFocusProps} className="outline-none">
        <CustomerHeader
          {...here}
          customer={answer?.customer}
          state={state}
          marks={marks}
          menuTools={mayWrite && answer && <ChangeTermItem environment={environment} answer={answer} jobs={jobs} />}
          tools={
            answer &&
            (mayWrite ? (
              <ContractTools
                environment={environment}
                answer={answer}
                operations={operations.data?.operations ?? []}
                jobs={jobs}
              />
            ) : (
              <NoContractTools environment={environment} />
            ))
          }
        />
      </div>
      {missing && <div className="rounded-base border border-line bg-surface">{missing}</div>}
      <PageOutage />
      <CustomerStrip
        environment={environment}
        reading={missing ? undefined : customer}
        operations={operations.data?.operations ?? []}
        history={known.data}
        jobs={<RunningJobs {...here} jobs={jobs.data?.jobs ?? []} unreadable={jobs.data?.unreadable ?? []} />}
        notes={pinnedNote}
        planned={planned}
        signInHref={signInHref}
      />
      {missing && notes}
      {missing && (operations.data?.total ?? 0) > 0 && (
        <OperationsPanel {...here} reading={operations} signInHref={signInHref} />
      )}
      {missing && history}
      {!missing && (
        <>
          {notes}
          <NumbersPanel {...here} signInHref={signInHref} />
          {activities}
          <OperationsPanel {...here} reading={operations} signInHref={signInHref} />
          {history}
          {answer && answer.source !== "known" && <RecordPanel answer={answer} />}
        </>
      )}
    </KeepFocus>
  );
}
