"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { freshnessTexts } from "#components/ui/panel/freshness-texts.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { ProposalFact } from "#components/ui/record/proposal-fact.tsx";
import { useSession } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import { TicketLink } from "#components/ui/value/ticket-link.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import { pages } from "#lib/paths.ts";
import { plannedHeading } from "#lib/planned/planned-texts.ts";
import { operationQueryOptions } from "#lib/query/operations/operations.ts";
import { plannedChangeQueryOptions } from "#lib/query/operations/planned.ts";
import { keepPageData, type PolledState, whileAllowed } from "#lib/query/page-reading.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { auditViewParams } from "#lib/url-state/audit-view.ts";
import { detailTexts as texts } from "./detail-texts.ts";
import { historyOf } from "./history.ts";
import { NextStep } from "./next-step.tsx";
import { PlannedSteps } from "./steps.tsx";

function PlannedFacts({ planned, proposalID }: { planned: PlannedChange; proposalID: string | undefined }) {
  const { environment, requestedBy, responsible, view, reason, ticket, createdAt, updatedAt, version, expected } =
    planned;
  return (
    <Facts>
      <FactRow name={texts.requestedBy}>
        <PersonName {...requestedBy} hasEmail />
      </FactRow>
      <ProposalFact environment={environment} proposalID={proposalID} />
      <FactRow name={texts.responsible}>
        <PersonName {...responsible} hasEmail />
      </FactRow>
      {view && (
        <FactRow name={texts.view}>
          <bdi>{view.name}</bdi>
        </FactRow>
      )}
      <FactRow name={texts.reason}>{reason && <bdi className="whitespace-pre-wrap">{reason}</bdi>}</FactRow>
      <FactRow name={texts.ticket}>{ticket && <TicketLink ticket={ticket} />}</FactRow>
      <FactRow name={texts.expected}>
        <bdi>{texts.expectedText(expected)}</bdi>
      </FactRow>
      <FactRow name={texts.created}>
        <Timestamp value={createdAt} detail="minute" />
      </FactRow>
      {version > 1 && (
        <FactRow name={texts.changed}>
          <Timestamp value={updatedAt} detail="minute" />
        </FactRow>
      )}
    </Facts>
  );
}

function History({ planned }: { planned: PlannedChange }) {
  const { environment, steps, customerID } = planned;
  const { staff } = useSession();
  const ids = steps.flatMap(({ operationID }) => (operationID === undefined ? [] : [operationID]));
  const operations = useQueries({
    queries: ids.map((operationID) => ({
      ...operationQueryOptions(environment, operationID),
      // Polls the operation of a claimed step, because the step ends soon.
      refetchInterval: planned.state === "claimed" ? whileAllowed<PolledState>(2_000) : (false as const),
    })),
    combine: (readings) => readings.flatMap(({ data }) => (data ? [data.operation] : [])),
  });
  return (
    <Panel
      title={texts.history}
      tools={
        may(staff.role, "audit.read") && (
          <Link
            href={pages.audit(auditViewParams({ environment, customer: customerID }))}
            prefetch={false}
            className="text-accent text-table hover:underline print:hidden"
          >
            {texts.audit}
          </Link>
        )
      }
    >
      <ol className="flex flex-col">
        {historyOf(planned, operations).map(({ at, text, detail, operationID }) => (
          <li
            key={`${at} ${text}`}
            className="grid gap-x-4 px-4 py-2 not-first:border-line not-first:border-t sm:grid-cols-[9.5rem_minmax(0,1fr)]"
          >
            <span className="text-ink-muted text-table tabular-nums">
              <Timestamp value={at} detail="minute" />
            </span>
            <div className="min-w-0 text-table">
              <p className="wrap-anywhere">
                {operationID === undefined ? (
                  text
                ) : (
                  <Link
                    href={pages.operation(environment, operationID)}
                    prefetch={false}
                    className="text-accent hover:underline"
                  >
                    {text}
                  </Link>
                )}
              </p>
              {detail !== undefined && <p className="text-ink-muted wrap-anywhere">{detail}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface PlannedPageProps {
  environment: Environment;
  plannedChangeID: string;
}

/** One planned change: its state, steps, owner, reason and history. */
export function PlannedPage({ environment, plannedChangeID }: PlannedPageProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...plannedChangeQueryOptions(environment, plannedChangeID),
    ...keepPageData,
  });
  const planned = data?.plannedChange;
  const problem = error && {
    problem: shownProblem(error),
    onRetry: () => void refetch(),
    retrying: isFetching,
    signInHref: pages.signIn(pages.plannedChange(environment, plannedChangeID)),
  };
  return (
    <>
      <header className="flex flex-col gap-1 pt-1">
        {planned && <CustomerName {...planned} companyName={planned.companyName} hasID />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-display wrap-anywhere">
            {planned ? plannedHeading(planned) : texts.title}
          </h1>
          <PageFreshness />
        </div>
      </header>
      {problem && data && (
        <ProblemPanel form="notice" {...problem}>
          {freshnessTexts.kept} <Timestamp value={data.asOf} detail="clock" />
        </ProblemPanel>
      )}
      {problem && !data && (
        <div className="overflow-clip rounded-base border border-line bg-surface">
          <ProblemPanel {...problem} />
        </div>
      )}
      {!data && !error && (
        <p role="status" className="animate-late text-ink-muted">
          {texts.loading}
        </p>
      )}
      {planned && (
        <>
          <NextStep planned={planned} />
          <Panel title={texts.steps}>
            <PlannedSteps planned={planned} />
          </Panel>
          <Panel title={texts.facts}>
            <PlannedFacts planned={planned} proposalID={data?.proposalID} />
          </Panel>
          <History planned={planned} />
        </>
      )}
    </>
  );
}
