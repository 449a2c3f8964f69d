"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import { operationFilterTexts as filterTexts, operationsTexts as texts } from "#components/operations/texts.ts";
import { useRereading } from "#components/operations/use-rereading.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { operationForms } from "#components/ui/plural-forms.ts";
import { useCanWrite } from "#components/ui/session.tsx";
import { companyOf } from "#components/ui/status/operation-texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { pages } from "#lib/paths.ts";
import { countOperations, operationsQueryOptions } from "#lib/query/operations/operations.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { type OperationsView, operationsViewParams } from "#lib/url-state/operations-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { operationLimits } from "#lib/why-not/operation-limits.ts";
import { operationColumns, operationRowMenu } from "./columns.tsx";
import { OperationsFilters } from "./filters.tsx";
import { useOperationsView } from "./use-operations-view.ts";

interface EmptyProps {
  environment: Environment;
  view: OperationsView;
  change: ChangeView<OperationsView>;
}

const filterNames: Partial<Record<keyof OperationsView, string>> = {
  mine: filterTexts.person,
  outcomes: filterTexts.outcomes,
  states: filterTexts.states,
  kinds: filterTexts.kind,
  ticket: filterTexts.ticket,
  customerID: filterTexts.customer,
};

function Empty({ environment, view, change }: EmptyProps) {
  const mayWrite = useCanWrite();
  const limits = operationLimits(view);
  const { why } = useWhyEmpty({
    queryKey: [environment, "operations", view],
    limits,
    count: (limit, signal) => countOperations(environment, { ...view, ...limit.change }, signal),
    enabled: true,
  });
  return (
    <WhyEmptyState
      title={limits.length > 0 ? texts.noMatch : texts.empty}
      why={why}
      limits={limits}
      forms={operationForms}
      wordsOf={({ filter }) => ({ name: filter && filterNames[filter] })}
      onChange={change}
      nothing={texts.emptyReason}
      searchTerm={view.searchTerm}
      action={
        mayWrite && (
          <Link className={buttonClass("primary")} href={pages.newCustomer(environment)} prefetch={false}>
            {texts.create}
          </Link>
        )
      }
    />
  );
}

/** The operations that were requested in this console, with their results. The URL stores the filters. */
export function OperationsList({ environment }: { environment: Environment }) {
  const [view, change] = useOperationsView(environment);
  const reading = useQuery({ ...operationsQueryOptions(environment, view), ...keepPageData });
  const listed = reading.data?.operations ?? [];
  const running = listed.flatMap((operation) =>
    operation.jobID !== undefined && isInProgress(operation.outcome) ? [operation.jobID] : [],
  );
  const { jobs } = useLiveJobs(environment, running);
  useRereading(reading, jobs);
  return (
    <div className="flex flex-col gap-3">
      <OperationsFilters
        environment={environment}
        view={view}
        change={change}
        companyName={listed.map(companyOf).find((name) => name !== undefined)}
      />
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
        card="max-sm:h-[93px]"
        columns={operationColumns}
        name="operations"
        menu={operationRowMenu}
        empty={<Empty environment={environment} view={view} change={change} />}
        signInHref={pages.signIn(pages.operations(environment, operationsViewParams(view)))}
      />
    </div>
  );
}
