"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { buttonClass } from "#components/ui/button.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { canStartAgain } from "#lib/operation-kinds/create-customer.ts";
import { isOutcomeUncertain, outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { contractValuesQueryOptions } from "#lib/query/customers/contract-values.ts";
import { customerQueryOptions } from "#lib/query/customers/customer.ts";
import { operationQueryOptions } from "#lib/query/operations/operations.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { creationViewParams } from "#lib/url-state/creation-view.ts";
import { Creation } from "./creation.tsx";
import { likeBannerTexts, retryBannerTexts, createTexts as texts } from "./texts.ts";
import { useCreationView } from "./use-creation-view.ts";

const nothingOffered: ContractValues = {
  plans: [],
  terms: [],
  hardwareOnlyPlans: [],
  hardwareOnlyConfigured: false,
  plannedGraceMinutes: 60,
};

interface AgainProps {
  environment: Environment;
  operationID: string;
  offered: ContractValues;
}

/**
 * The form for a new customer, filled with the values of an earlier creation. The values are used only if the earlier
 * creation may be retried.
 */
function AgainCreation({ environment, operationID, offered }: AgainProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...operationQueryOptions(environment, operationID),
    ...keepPageData,
  });
  // An ended operation no longer changes, so it is not polled.
  const isWatched = data !== undefined && isInProgress(data.operation.outcome);
  const jobID = isWatched ? data.operation.jobID : undefined;
  const { jobs } = useLiveJobs(environment, jobID === undefined ? [] : [jobID]);
  const live = jobID === undefined ? undefined : jobs.get(jobID);
  if (!data) {
    if (!error) return <p role="status">{texts.loading}</p>;
    const signInHref = pages.signIn(
      pages.newCustomer(environment, creationViewParams({ again: operationID, like: undefined, step: "form" })),
    );
    return (
      <div className="rounded-base border border-line bg-surface">
        <ProblemPanel
          problem={shownProblem(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          signInHref={signInHref}
        />
      </div>
    );
  }
  if (jobID !== undefined && !live?.job && !live?.problem) return <p role="status">{texts.loading}</p>;
  const { operation } = data;
  const detail = outcomeDetail(operation, live);
  if (canStartAgain(operation, detail)) {
    return (
      <Creation
        environment={environment}
        offered={offered}
        first={operation}
        isUncertain={isOutcomeUncertain(detail)}
      />
    );
  }
  return (
    <div className="rounded-base border border-line bg-surface">
      <EmptyState
        title={retryBannerTexts.notPossible}
        actions={
          <Link className={buttonClass("primary")} href={pages.operation(environment, operationID)} prefetch={false}>
            {retryBannerTexts.open}
          </Link>
        }
      >
        {retryBannerTexts.notPossibleWhy}
      </EmptyState>
    </div>
  );
}

/**
 * The form for a new customer, filled with the values of a deleted customer. The job that should have created this
 * customer has failed.
 */
function LikeCreation({
  environment,
  customerID,
  offered,
}: {
  environment: Environment;
  customerID: string;
  offered: ContractValues;
}) {
  const { data, error, isFetching, refetch } = useQuery({
    ...customerQueryOptions(environment, customerID),
    ...keepPageData,
  });
  if (data?.customer.deleted) return <Creation environment={environment} offered={offered} like={data.customer} />;
  if (!data && !error) return <p role="status">{texts.loading}</p>;
  return (
    <div className="rounded-base border border-line bg-surface">
      {error ? (
        <ProblemPanel
          problem={shownProblem(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          signInHref={pages.signIn(
            pages.newCustomer(environment, creationViewParams({ again: undefined, like: customerID, step: "form" })),
          )}
        />
      ) : (
        <EmptyState
          title={likeBannerTexts.notPossible}
          actions={
            <Link className={buttonClass("primary")} href={pages.customer(environment, customerID)} prefetch={false}>
              {likeBannerTexts.open}
            </Link>
          }
        >
          {likeBannerTexts.notPossibleWhy}
        </EmptyState>
      )}
    </div>
  );
}

/** The page on which a person creates a customer. */
export function CreateCustomer({ environment }: { environment: Environment }) {
  const [{ again, like }] = useCreationView(environment);
  const values = useQuery({ ...contractValuesQueryOptions(environment), ...keepPageData });
  const offered = values.data ?? nothingOffered;
  return (
    <div className="flex max-w-4xl flex-col gap-3">
      <p className="-mt-2 text-ink-muted text-table">{texts.intro(environmentNames[environment])}</p>
      {values.error && (
        <p role="status" className="text-caution text-table">
          {texts.valuesFailed}
        </p>
      )}
      {like !== undefined ? (
        <LikeCreation key={like} environment={environment} customerID={like} offered={offered} />
      ) : again === undefined ? (
        <Creation key="new" environment={environment} offered={offered} />
      ) : (
        <AgainCreation key={again} environment={environment} operationID={again} offered={offered} />
      )}
    </div>
  );
}
