"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { useSession } from "#components/ui/session.tsx";
import { emptyCauseTexts } from "#components/ui/why-not/texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ScannedRange } from "#lib/contract/errors.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { continueCustomerScan, customerQueryOptions } from "#lib/query/customers/customer.ts";
import { countCustomersWithID } from "#lib/query/customers/lookup.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { absentTexts as texts } from "./texts.ts";

/**
 * The number of list pages that one step reads, with 100 customers each. With this number, the progress changes about
 * once a second.
 */
const pagesPerStep = 5;

interface AbsentProps {
  environment: Environment;
  customerID: string;
}

function SearchInstead({ environment }: Pick<AbsentProps, "environment">) {
  return (
    <Link
      href={pages.customers(environment, new URLSearchParams({ window: "all", includeDeleted: "true" }))}
      prefetch={false}
      className={buttonClass()}
    >
      {texts.search}
    </Link>
  );
}

/** Links to other environments and to the search, where the person may find the customer. */
function Elsewhere({ environment, customerID }: AbsentProps) {
  const { environments } = useSession();
  return (
    <>
      {environments
        .filter((other) => other !== environment)
        .map((other) => (
          <Link key={other} href={pages.customer(other, customerID)} prefetch={false} className={buttonClass()}>
            {emptyCauseTexts.environment.step(environmentNames[other])}
          </Link>
        ))}
      <SearchInstead environment={environment} />
    </>
  );
}

interface CustomerNotFoundProps extends AbsentProps {
  reading: { isFetching: boolean; refetch: () => unknown };
}

/**
 * Shown when the environment has no customer with the ID. Links to another of the person's environments if that
 * environment has the customer.
 */
export function CustomerNotFound({ reading, environment, customerID }: CustomerNotFoundProps) {
  const { isFetching } = reading;
  const { environments } = useSession();
  const limits = environments
    .filter((other) => other !== environment)
    .map((other) => ({ cause: "environment" as const, environment: other, change: {} }));
  const { why } = useWhyEmpty({
    queryKey: [environment, "customer", customerID],
    limits,
    count: ({ environment: of = environment }, signal) => countCustomersWithID(of, customerID, signal),
    enabled: !isFetching,
  });
  return (
    <WhyEmptyState
      title={isFetching ? texts.looking : texts.notFound}
      why={why}
      limits={limits}
      forms={customerForms}
      wordsOf={({ environment: of = environment }) => ({
        name: environmentNames[of],
        href: pages.customer(of, customerID),
      })}
      onChange={() => {}}
      nothing={texts.notFoundReason(environmentNames[environment])}
      more={
        <>
          <Button
            aria-disabled={isFetching}
            onClick={() => {
              if (!isFetching) reading.refetch();
            }}
          >
            {texts.lookAgain}
          </Button>
          <SearchInstead environment={environment} />
        </>
      }
    />
  );
}

interface NotFoundWithinBoundProps extends AbsentProps {
  walked: ScannedRange;
  /** Called when the search has covered the whole list without finding the customer. */
  onNotFound: (problem: ShownProblem) => void;
}

/**
 * Shown when the list is longer than one search may read. Says how much was searched, and has a button that continues
 * the search.
 */
export function NotFoundWithinBound({ environment, customerID, walked: first, onNotFound }: NotFoundWithinBoundProps) {
  const client = useQueryClient();
  const locale = useNumberLocale();
  const [walked, setWalked] = useState(first);
  const [looking, setLooking] = useState(false);
  const [problem, setProblem] = useState<ShownProblem>();
  const search = useRef<AbortController>(null);
  useEffect(() => () => search.current?.abort(), []);
  const count = (value: number) => formatCount(value, locale);

  const goOn = async () => {
    if (looking) return;
    const controller = new AbortController();
    const { signal } = controller;
    search.current = controller;
    setLooking(true);
    setProblem(undefined);
    for (let from = walked.to; !signal.aborted; ) {
      try {
        const answer = await continueCustomerScan(environment, customerID, { from, pages: pagesPerStep }, signal);
        client.setQueryData(customerQueryOptions(environment, customerID).queryKey, answer);
        announce(texts.found);
        return;
      } catch (error) {
        if (signal.aborted) break;
        const failure = shownProblem(error);
        if (failure.code === "not_found") return onNotFound(failure);
        if (!failure.walked) {
          setProblem(failure);
          break;
        }
        from = failure.walked.to;
        setWalked(failure.walked);
      }
    }
    setLooking(false);
  };

  return (
    <EmptyState
      title={looking ? texts.lookingFurther : texts.notSoFar}
      actions={
        <>
          {looking ? (
            <Button onClick={() => search.current?.abort()}>{texts.stop}</Button>
          ) : (
            <Button variant="primary" onClick={goOn}>
              {texts.goOn}
            </Button>
          )}
          <Elsewhere environment={environment} customerID={customerID} />
        </>
      }
    >
      {texts.why}
      <span role="status" className="mt-2 block text-ink">
        {texts.looked(count(walked.to), count(walked.total))}
      </span>
      {problem && (
        <span role="alert" className="mt-2 block text-negative">
          {texts.failed} {problem.detail}
        </span>
      )}
      <progress
        aria-label={texts.progress}
        max={walked.total}
        value={walked.to}
        className="progress-bar mt-2 h-1.5 w-64 max-w-full text-progress"
      />
    </EmptyState>
  );
}
