"use client";

import { useEffect, useRef, useState } from "react";
import { seenKey, useSeen } from "#components/operations/tray/tray-seen.ts";
import { announce } from "#components/ui/announcer.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EnvironmentBadge } from "#components/ui/environment-badge.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { freshnessTexts } from "#components/ui/freshness-texts.ts";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { outcomeWords } from "#components/ui/outcome-texts.ts";
import { ProblemPanel } from "#components/ui/problem-panel.tsx";
import { useSession } from "#components/ui/session.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isUnderWay, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import { detailOf, knownJob } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { shownProblem } from "#lib/shown-problem.ts";
import { Asked } from "./asked.tsx";
import { Course } from "./course.tsx";
import { OperationSkeleton } from "./operation-skeleton.tsx";
import { operationTitle } from "./operation-title.ts";
import { Outcome } from "./outcome.tsx";
import { detailTexts as texts } from "./texts.ts";
import { UnknownPanel } from "./unknown-panel.tsx";
import { type FollowedOperation, useOperation } from "./use-operation.ts";

interface OperationPageProps {
  environment: Environment;
  operationID: string;
}

/** One write from the request to its end. Everything comes from the server, so that the link works for everyone. */
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
          {freshnessTexts.kept} <Timestamp value={data.asOf} detail="clock" /> <ZoneName />
        </ProblemPanel>
      )}
      <Detail followed={followed} data={data} />
    </KeepFocus>
  );
}

function Detail({
  followed,
  data,
}: {
  followed: FollowedOperation;
  data: NonNullable<FollowedOperation["reading"]["data"]>;
}) {
  const { reading, live, connection } = followed;
  const { operation, usual, repeats, asOf } = data;
  const { environment, operationID, actor } = operation;
  const { staffID } = useSession().staff;
  const isHydrated = useHydrated();
  // Not what the page asks by itself: that would turn all the time.
  const [isReloading, setIsReloading] = useState(false);
  const title = operationTitle(operation);
  const detail = detailOf(operation, live);
  const told = useRef(detail);
  useEffect(() => {
    // The tray announces the person's own operations.
    if (told.current !== detail && actor.staffID !== staffID) announce(`${title}: ${outcomeWords[detail]}`);
    told.current = detail;
  }, [detail, actor.staffID, staffID, title]);
  const [, addSeen] = useSeen(staffID, environment);
  useEffect(() => {
    // The tray need not mark an operation whose page is open.
    if (!isUnderWay(outcomeOfDetail[detail])) addSeen([seenKey(operationID, detail)]);
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
            <span className="inline-flex items-center gap-0.5 text-ink-muted text-table">
              {texts.link}
              <CopyButton text={isHydrated ? window.location.origin + address : address} label={texts.copyLink} />
            </span>
          </div>
        </div>
        <Freshness
          answer={data}
          reloading={isReloading}
          onReload={() => {
            setIsReloading(true);
            void reading.refetch().finally(() => setIsReloading(false));
          }}
          reloadLabel={texts.reload}
        />
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
            asOf={asOf}
          />
          {operation.state === "unknown" && <UnknownPanel operation={operation} asOf={asOf} />}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Course operation={operation} live={live} usual={usual} asOf={asOf} />
          <Asked operation={operation} repeats={repeats} />
        </div>
      </div>
    </>
  );
}
