"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useId } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useMayWrite } from "#components/ui/session.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { CustomerAnswer } from "#lib/contract/customer.ts";
import type { CustomerJobs } from "#lib/contract/customer-jobs.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { pages } from "#lib/paths.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { StuckJobs } from "./stuck-jobs.tsx";
import { formTexts, type Member, stuckTexts, panelTexts as texts } from "./texts.ts";
import { useContractChange } from "./use-contract-change.ts";
import { useOpenForm } from "./use-open-form.ts";

interface ContractProps {
  environment: Environment;
  /** The customer's newest operations. */
  operations: readonly Operation[];
  /** What runs on the customer. */
  jobs: { data: CustomerJobs | undefined };
}

interface ContractPanelProps extends ContractProps {
  /** Of the customer, whose contract comes with the rest of the record. */
  reading: { data: CustomerAnswer | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** In the shape of what comes. */
  skeleton: ReactNode;
}

interface ContractFactsProps extends ContractProps {
  answer: CustomerAnswer;
}

const nothingRuns: Pick<CustomerJobs, "jobs" | "stuck"> = { jobs: [], stuck: [] };

/** When the console last saw that a change is in force, and whose it was. */
function LastConfirmed({ environment, operation }: { environment: Environment; operation: Operation }) {
  return (
    <Link
      href={pages.operation(environment, operation.operationID)}
      prefetch={false}
      className="text-accent hover:underline"
    >
      <Timestamp value={operation.confirmedAt ?? ""} detail="minute" /> <ZoneName />, {texts.by}{" "}
      <bdi>{operation.actor.email}</bdi>
    </Link>
  );
}

/** A customer's contract, and for those who may the way to change it. Why it could not be read is said once, with the facts. */
export function ContractPanel({ reading, skeleton, ...contract }: ContractPanelProps) {
  const { data, error, isFetching } = reading;
  return (
    <Panel
      title={texts.title}
      tools={
        <Freshness
          answer={data}
          reloading={isFetching}
          onReload={() => {
            if (!isFetching) reading.refetch();
          }}
          reloadLabel={texts.reload}
        />
      }
    >
      {data && <ContractFacts answer={data} {...contract} />}
      {!data && (error ? <p className="px-4 py-4 text-ink-muted">{texts.notRead}</p> : skeleton)}
    </Panel>
  );
}

function ContractFacts(props: ContractFactsProps) {
  const { environment, answer, operations } = props;
  const { contract } = answer.customer;
  const mayWrite = useMayWrite();
  const confirmed = operations.find(({ kind, confirmedAt }) => kind === "change-contract" && confirmedAt !== undefined);
  const untold = <span className="text-ink-muted">{texts.notTold}</span>;
  return (
    <>
      <Facts>
        <Fact name={texts.plan}>{contract.plan === undefined ? untold : <bdi>{contract.plan}</bdi>}</Fact>
        <Fact name={texts.term}>{contract.term === undefined ? untold : <bdi>{contract.term}</bdi>}</Fact>
        <Fact name={texts.confirmed} className="col-span-full">
          {confirmed && <LastConfirmed environment={environment} operation={confirmed} />}
        </Fact>
      </Facts>
      {mayWrite && <ChangeTools {...props} />}
    </>
  );
}

/** Why the contract is left alone just now. A job that looks stuck holds nobody back who knows of it. */
function reasonToHold({ answer, jobs }: ContractFactsProps): string | undefined {
  if (answer.customer.deleted) return texts.deleted;
  const { jobs: running, stuck } = jobs.data ?? nothingRuns;
  return running.length > stuck.length ? texts.busy : undefined;
}

function ChangeTools(props: ContractFactsProps) {
  const { environment, answer, operations, jobs } = props;
  const { customerID, contract, deleted } = answer.customer;
  const { stuck } = jobs.data ?? nothingRuns;
  const reasonID = useId();
  const form = useOpenForm();
  const change = useContractChange(environment, customerID);
  const reason = reasonToHold(props);

  const { open } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was seen when it opened is what counts
  useEffect(() => {
    if (open) change.begin(open, contract);
  }, [open]);

  const button = (member: Member, label: string): ReactNode => (
    <Button
      aria-disabled={reason !== undefined}
      aria-describedby={reason === undefined ? undefined : reasonID}
      onClick={() => (reason === undefined ? form.show(member) : announce(reason))}
    >
      {label}
    </Button>
  );
  return (
    <div className="border-line border-t px-4 py-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        {button("plan", texts.changePlan)}
        {button("term", texts.changeTerm)}
      </div>
      {reason !== undefined && (
        <p id={reasonID} className="mt-2 text-ink-muted text-table">
          {reason}
        </p>
      )}
      {reason === undefined && stuck.length > 0 && (
        <div className="mt-2 text-table">
          <p>{stuckTexts.mayBeChanged}</p>
          <StuckJobs environment={environment} stuck={stuck} />
        </div>
      )}
      {open && !deleted && change.state.beginnings > 0 && (
        <ChangeDialog
          environment={environment}
          answer={answer}
          operations={operations}
          change={change}
          stuck={stuck}
          held={reason === undefined ? undefined : formTexts.held}
          signInHref={pages.signIn(form.address(open))}
          onClose={form.close}
          onLeave={form.leave}
        />
      )}
    </div>
  );
}
