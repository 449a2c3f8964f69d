"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { useDisplayedList } from "#components/data-table/use-displayed-list.ts";
import type { FirstChoice } from "#components/forms/run/first-choice.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { freshnessTexts } from "#components/ui/panel/freshness-texts.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { openImportStates } from "#lib/contract/values/operations/import-states.ts";
import { pages } from "#lib/paths.ts";
import { importQueryOptions } from "#lib/query/operations/imports.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { importViewParams } from "#lib/url-state/import-view.ts";
import { ImportFacts } from "./import-facts.tsx";
import { FaultsPanel } from "./rows/faults-panel.tsx";
import { importSkeletonColumns } from "./rows/row-columns.tsx";
import { RowsSection } from "./rows/rows-section.tsx";
import { importStateID, StatePanel } from "./run/state-panel.tsx";
import { StepsBar } from "./steps-bar.tsx";
import { importTexts as texts } from "./texts.ts";
import { useImportView } from "./use-import-view.ts";

const ColumnsStep = lazyPart(() => import("./columns/columns-step.tsx").then((module) => module.ColumnsStep));

/** An import: its current step, the next action, and all of its rows. */
export function ImportPage({ environment, importID }: { environment: Environment; importID: string }) {
  const [view, change] = useImportView(environment, importID);
  const [first, onFirst] = useState<FirstChoice["first"]>();
  const [isMapping, setMapping] = useState(false);
  const mayWrite = useCanWrite();
  const query = useQuery({ ...importQueryOptions(environment, importID, view), ...keepPageData });
  const { kept, outdated, problem } = useDisplayedList(view, query);
  const answer = kept?.list;
  const reload = () => {
    if (!query.isFetching) void query.refetch();
  };
  const signInHref = pages.signIn(pages.import(environment, importID, importViewParams(view)));
  const problemProps = problem && { problem, onRetry: reload, retrying: query.isFetching, signInHref };
  if (!answer) {
    return (
      <>
        <h1 className="font-semibold text-display">{texts.title}</h1>
        {problemProps ? (
          <div className="overflow-clip rounded-base border border-line bg-surface">
            <ProblemPanel {...problemProps} />
          </div>
        ) : (
          <DataTableSkeleton columns={importSkeletonColumns} label={texts.loading} />
        )}
      </>
    );
  }
  const { import: found } = answer;
  const asksForColumns =
    found.state === "uploaded" || (isMapping && openImportStates.some((state) => state === found.state));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="font-semibold text-display wrap-anywhere">
          <bdi>{found.fileName}</bdi>
        </h1>
        <PageFreshness />
      </div>
      <StepsBar found={found} />
      {problemProps && (
        <ProblemPanel form="notice" {...problemProps}>
          {freshnessTexts.kept} <Timestamp value={answer.asOf} detail="clock" />
        </ProblemPanel>
      )}
      <StatePanel
        found={found}
        approval={answer.approval}
        signInHref={signInHref}
        first={first}
        onFirst={onFirst}
        onColumns={() => setMapping(true)}
      />
      {found.isRemoved && <EmptyState title={texts.removedTitle}>{texts.removed}</EmptyState>}
      {asksForColumns ? (
        <ColumnsStep
          found={found}
          onDone={() => {
            setMapping(false);
            document.getElementById(importStateID)?.focus();
          }}
        />
      ) : (
        <>
          {mayWrite && answer.faults && answer.faults.length > 0 && (
            <FaultsPanel found={found} faults={answer.faults} />
          )}
          <div className="rounded-base border border-line bg-surface">
            <ImportFacts found={found} />
          </div>
          <RowsSection
            answer={answer}
            view={view}
            change={change}
            outdated={outdated}
            busy={outdated && query.isFetching}
            first={first}
            onFirst={onFirst}
          />
        </>
      )}
    </>
  );
}
