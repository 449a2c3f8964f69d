"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { ChangeTermItem, ContractTools, NoContractTools } from "#components/customers/contract/contract-tools.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { PageOutage } from "#components/ui/panel/page-freshness.tsx";
import { useCanWrite, useSession } from "#components/ui/session.tsx";
import { useCustomerState } from "#components/ui/status/customer-state.tsx";
import { rememberCustomer } from "#lib/browser-storage/recent-customers.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { CustomerHeader } from "./header.tsx";
import { NumbersPanel } from "./numbers-panel.tsx";
import { RecordPanel } from "./record-panel.tsx";
import { CustomerStrip } from "./strip/customer-strip.tsx";
import { RunningJobs } from "./strip/running-jobs.tsx";
import { detailTexts } from "./texts.ts";
import { useCustomer, useCustomerHistory, useCustomerJobs, useCustomerOperations } from "./use-customer.ts";

/** Load later, because most customers are found. */
const NotFoundWithinBound = lazyPart(() =>
  import("./absent-customer.tsx").then((module) => module.NotFoundWithinBound),
);
const CustomerNotFound = lazyPart(() => import("./absent-customer.tsx").then((module) => module.CustomerNotFound));

interface CustomerDetailProps {
  environment: Environment;
  customerID: string;
  /** Parts with data of other entities. The page passes them in. */
  timeline: ReactNode;
  planned: ReactNode;
  pinnedNote: ReactNode;
  /** The customer's tags and the person's pin. */
  marks: ReactNode;
}

const awaitedChanges = (operations: readonly Operation[]) =>
  operations.filter((operation) => outcomeDetail(operation) === "awaiting-effect").length;

/** The page of one customer. Each part has its own request, age and error. */
export function CustomerDetail(props: CustomerDetailProps) {
  const { environment, customerID, timeline, planned, pinnedNote, marks } = props;
  const customer = useCustomer(environment, customerID);
  const operations = useCustomerOperations(environment, customerID);
  const jobs = useCustomerJobs(environment, customerID);
  const known = useCustomerHistory(environment, customerID);
  /** The error of the extended search for a customer that was not found at first. */
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
  // If the page awaits fewer changes than before, a change may have taken effect. The contract on the page may then be
  // outdated. So the customer is read again.
  useEffect(() => {
    if (awaited < awaitedBefore.current) void refetch();
    awaitedBefore.current = awaited;
  }, [awaited, refetch]);
  const readAt = answer?.asOf;
  const readBefore = useRef(readAt);
  const { refetch: refetchStates } = known;
  // The server stores each answer about the customer before the answer arrives here. So the stored history is read
  // again.
  useEffect(() => {
    if (readBefore.current !== readAt) void refetchStates();
    readBefore.current = readAt;
  }, [readAt, refetchStates]);
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

  return (
    <KeepFocus className="flex flex-col gap-4">
      <div tabIndex={-1} {...keepFocusProps} className="outline-none">
        <CustomerHeader
          {...here}
          customer={answer?.customer}
          state={state}
          marks={!missing && marks}
          isMissing={missing !== undefined}
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
      {missing && <div className="min-h-40 rounded-base border border-line bg-surface">{missing}</div>}
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
      {missing ? (
        timeline
      ) : (
        <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_17rem] print:grid-cols-1">
          {timeline}
          <aside
            aria-label={detailTexts.aside}
            className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-(--sticky-top) print:static"
          >
            <NumbersPanel {...here} signInHref={signInHref} />
          </aside>
        </div>
      )}
      {!missing && answer && answer.source !== "known" && <RecordPanel answer={answer} />}
    </KeepFocus>
  );
}
