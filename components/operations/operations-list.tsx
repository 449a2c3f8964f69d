"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { operationForms } from "#components/ui/plural-forms.ts";
import { useMayWrite } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { isRunning, phaseOf } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { operationsQueryOptions } from "#lib/query/operations.ts";
import { defaultOperationsView, type OperationsView, operationsViewParams } from "#lib/url-state/operations-view.ts";
import { operationColumns, operationSkeletonColumns } from "./columns.tsx";
import { OperationsFilters } from "./filters.tsx";
import { operationsTexts as texts } from "./texts.ts";
import { type ChangeOperationsView, useOperationsView } from "./use-operations-view.ts";

interface EmptyProps {
  environment: Environment;
  view: OperationsView;
  change: ChangeOperationsView;
}

function Empty({ environment, view, change }: EmptyProps) {
  const mayWrite = useMayWrite();
  const { limit } = view;
  const isFiltered = operationsViewParams({ ...view, limit: defaultOperationsView.limit, offset: 0 }).size > 0;
  if (isFiltered) {
    return (
      <EmptyState
        title={texts.noMatch}
        actions={
          <Button variant="primary" onClick={() => change({ ...defaultOperationsView, limit })}>
            {texts.clearFilters}
          </Button>
        }
      >
        {texts.noMatchWhy}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={texts.empty}
      actions={
        mayWrite && (
          <Link className={buttonClass("primary")} href={pages.newCustomer(environment)} prefetch={false}>
            {texts.create}
          </Link>
        )
      }
    >
      {texts.emptyReason}
    </EmptyState>
  );
}

/** What was asked through this console and what became of it, as the URL narrows it. */
export function OperationsList({ environment }: { environment: Environment }) {
  const [view, change] = useOperationsView(environment);
  const reading = useQuery({
    ...operationsQueryOptions(environment, view),
    refetchOnMount: false,
    retryOnMount: false,
  });
  const running = (reading.data?.operations ?? []).flatMap((operation) =>
    operation.jobID !== undefined && isRunning(phaseOf(operation)) ? [operation.jobID] : [],
  );
  const { jobs } = useLiveJobs(environment, running);
  return (
    <div className="flex flex-col gap-3">
      <OperationsFilters view={view} change={change} />
      <PagedList
        texts={texts}
        forms={operationForms}
        view={view}
        onView={change}
        reading={reading}
        rowsOf={(list) =>
          list.operations.map((operation) => ({
            operation,
            live: operation.jobID === undefined ? undefined : jobs.get(operation.jobID),
          }))
        }
        rowID={({ operation }) => operation.operationID}
        columns={operationColumns}
        skeletonColumns={operationSkeletonColumns}
        empty={<Empty environment={environment} view={view} change={change} />}
        signInHref={pages.signIn(pages.operations(environment, operationsViewParams(view)))}
      />
    </div>
  );
}
