"use client";

import { type ReactNode, useEffect, useState } from "react";
import { ContractPanel } from "#components/customers/contract/contract-panel.tsx";
import { panelTexts } from "#components/customers/contract/texts.ts";
import { KeepFocus, keepsFocus } from "#components/ui/keep-focus.tsx";
import { useSession } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { rememberCustomer } from "#lib/lookup/recent-customers.ts";
import { pages } from "#lib/paths.ts";
import { type ShownProblem, shownProblem } from "#lib/shown-problem.ts";
import { NoSuchCustomer, NotFoundSoFar } from "./absent-customer.tsx";
import { FactsPanel } from "./facts-panel.tsx";
import { CustomerHeader } from "./header.tsx";
import { NumbersPanel } from "./numbers-panel.tsx";
import { OperationsPanel } from "./operations-panel.tsx";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { RecordPanel } from "./record-panel.tsx";
import { RunningJobs } from "./running-jobs.tsx";
import { useCustomer, useCustomerJobs, useCustomerOperations } from "./use-customer.ts";

interface CustomerDetailProps {
  environment: Environment;
  customerID: string;
  /** The panel of another entity, which the page composes. */
  activities: ReactNode;
}

/** Everything about one customer, each part read, aged and failing by itself. */
export function CustomerDetail({ environment, customerID, activities }: CustomerDetailProps) {
  const customer = useCustomer(environment, customerID);
  const operations = useCustomerOperations(environment, customerID);
  const jobs = useCustomerJobs(environment, customerID);
  /** What a search further back has ended in. */
  const [searched, setSearched] = useState<ShownProblem>();
  const answer = customer.data;
  const { staffID } = useSession().staff;
  const companyName = answer?.customer.companyName;
  // The lookup offers it again.
  useEffect(() => {
    if (companyName !== undefined) rememberCustomer(staffID, environment, { customerID, companyName });
  }, [staffID, environment, customerID, companyName]);
  const problem = answer || !customer.error ? undefined : (searched ?? shownProblem(customer.error));
  const here = { environment, customerID };
  const signInHref = pages.signIn(pages.customer(environment, customerID));

  const absent = () => {
    if (problem?.code === "customer_not_found_within_bound" && problem.walked) {
      return <NotFoundSoFar {...here} walked={problem.walked} onNotFound={setSearched} />;
    }
    return problem?.code === "not_found" ? <NoSuchCustomer {...here} reading={customer} /> : undefined;
  };
  const missing = absent();

  return (
    <KeepFocus className="flex flex-col gap-4">
      <div tabIndex={-1} {...keepsFocus} className="outline-none">
        <CustomerHeader {...here} customer={answer?.customer} />
      </div>
      {missing && <div className="rounded-base border border-line bg-surface">{missing}</div>}
      <RunningJobs {...here} jobs={jobs.data?.jobs ?? []} stuck={jobs.data?.stuck ?? []} />
      {missing && (operations.data?.total ?? 0) > 0 && (
        <OperationsPanel {...here} reading={operations} signInHref={signInHref} />
      )}
      {!missing && (
        <>
          <div className="grid gap-4 lg:grid-cols-[3fr_2fr] print:grid-cols-1">
            <FactsPanel reading={customer} signInHref={signInHref} />
            <ContractPanel
              environment={environment}
              reading={customer}
              skeleton={<PanelSkeleton label={panelTexts.loading} lines={2} />}
              operations={operations.data?.operations ?? []}
              jobs={jobs}
            />
          </div>
          {activities}
          <OperationsPanel {...here} reading={operations} signInHref={signInHref} />
          <NumbersPanel {...here} signInHref={signInHref} />
          {answer && <RecordPanel answer={answer} reading={customer} />}
        </>
      )}
    </KeepFocus>
  );
}
