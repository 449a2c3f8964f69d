"use client";

import { useEffect, useRef } from "react";
import { useViewedEntries, viewedKey } from "#components/operations/tray/viewed-entries.ts";
import { announce } from "#components/ui/announcer.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { freshnessTexts } from "#components/ui/panel/freshness-texts.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { useSession } from "#components/ui/session.tsx";
import { operationTitle } from "#components/ui/status/operation-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { outcomeWords } from "#lib/operation-kinds/outcome-texts.ts";
import { knownJob, outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { OperationSkeleton } from "./operation-skeleton.tsx";
import { Outcome } from "./outcome.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { detailTexts as texts } from "./texts.ts";
import { TimelinePanel } from "./timeline-panel.tsx";
import { UnknownPanel } from "./unknown-panel.tsx";
import { type LiveOperation, useOperation } from "./use-operation.ts";

interface OperationPageProps {
  environment: Environment;
  operationID: string;
}

/** One operation from its request to its end. All data comes from the server, so the page's link works for everyone. */
export function OperationPage({ environment, operationID }: OperationPageProps) {
  const followed = useOperation(environment, operationID);
  const { data, error, isFetching, refetch } = followed.reading;
  const problem = error && {
    problem: shownProblem(error),
    onRetry: () => void refetch(),
    retrying: isFetching,
    signInHref: pages.signIn(pages.operation(environment, operationID)),
  };
  if (!data) {
    if (!problem) return <OperationSkeleton />;
    return (
      <>
        <h1 className="mb-3 font-semibold text-display">{texts.pageTitle}</h1>
        <div className="rounded-base border border-line bg-surface">
          <ProblemPanel {...problem} />
        </div>
      </>
    );
  }
  return (
    <KeepFocus className="flex flex-col gap-3">
      {problem && (
        <ProblemPanel form="notice" {...problem}>
          {freshnessTexts.kept} <Timestamp value={data.asOf} detail="clock" />
        </ProblemPanel>
      )}
      <Detail followed={followed} data={data} />
    </KeepFocus>
  );
}

/**
 * True if the effect of the operation is not verified: the check is still to come, or the last check did not find the
 * effect.
 */
const isUnverified = ({ effect }: Operation) => effect === "awaited" || effect === "not-seen";

function Detail({ followed, data }: { followed: LiveOperation; data: NonNullable<LiveOperation["reading"]["data"]> }) {
  const { live, connection } = followed;
  const { operation, usual, repeats, undoneBy, proposalID, asOf } = data;
  const { environment, operationID, actor } = operation;
  const { staffID } = useSession().staff;
  const isHydrated = useHydrated();
  const title = operationTitle(operation);
  const detail = outcomeDetail(operation, live);
  const announcedDetail = useRef(detail);
  useEffect(() => {
    // Announces only operations of other people, because the tray announces the person's own operations.
    if (announcedDetail.current !== detail && actor.staffID !== staffID) announce(`${title}: ${outcomeWords[detail]}`);
    announcedDetail.current = detail;
  }, [detail, actor.staffID, staffID, title]);
  const [, addSeen] = useViewedEntries(staffID, environment);
  useEffect(() => {
    // Marks the operation as seen, so that the tray does not show it as new.
    if (!isInProgress(outcomeOfDetail[detail])) addSeen([viewedKey(operationID, detail)]);
  }, [detail, operationID, addSeen]);
  const address = pages.operation(environment, operationID);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="me-auto min-w-0">
          <h1 className="font-semibold text-display wrap-anywhere">
            <bdi>{title}</bdi>
          </h1>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <EnvironmentBadge environment={environment} />
            <span className="inline-flex items-center gap-0.5 text-ink-muted text-table print:hidden">
              {texts.link}
              <CopyButton text={isHydrated ? window.location.origin + address : address} label={texts.copyLink} />
            </span>
            <PageFreshness />
          </div>
        </div>
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Outcome
            operation={operation}
            live={live}
            job={knownJob(operation, live)}
            assessed={live?.job ?? operation.job}
            customerID={operation.customerID ?? live?.job?.customerID}
            connection={connection}
            isRepeated={repeats !== undefined}
            isUndone={undoneBy !== undefined}
            asOf={asOf}
          />
          {(operation.state === "unknown" || isUnverified(operation)) && (
            <UnknownPanel operation={operation} asOf={asOf} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <TimelinePanel operation={operation} live={live} usual={usual} asOf={asOf} />
          <RequestPanel operation={operation} repeats={repeats} undoneBy={undoneBy} proposalID={proposalID} />
        </div>
      </div>
    </>
  );
}
