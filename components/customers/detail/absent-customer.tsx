"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { environmentNames } from "#components/ui/environment-names.ts";
import { useSession } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Walked } from "#lib/contract/errors.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { customerQueryOptions, findFurther } from "#lib/query/customer.ts";
import { type ShownProblem, shownProblem } from "#lib/shown-problem.ts";
import { absentTexts as texts } from "./texts.ts";

/** Pages of 100 a step: the progress moves every second or so. */
const pagesPerStep = 5;

interface AbsentProps {
  environment: Environment;
  customerID: string;
}

/** Where else somebody who follows a link to a customer may look. */
function Elsewhere({ environment, customerID }: AbsentProps) {
  const { environments } = useSession();
  return (
    <>
      {environments
        .filter((other) => other !== environment)
        .map((other) => (
          <Link key={other} href={pages.customer(other, customerID)} prefetch={false} className={buttonClass()}>
            {texts.otherEnvironment(environmentNames[other])}
          </Link>
        ))}
      <Link
        href={pages.customers(environment, new URLSearchParams({ window: "all", includeDeleted: "true" }))}
        prefetch={false}
        className={buttonClass()}
      >
        {texts.search}
      </Link>
    </>
  );
}

interface NoSuchCustomerProps extends AbsentProps {
  reading: { isFetching: boolean; refetch: () => unknown };
}

/** No customer of the environment has the ID. */
export function NoSuchCustomer({ reading, ...where }: NoSuchCustomerProps) {
  const { isFetching } = reading;
  return (
    <EmptyState
      title={texts.notFound}
      actions={
        <>
          <Button
            aria-disabled={isFetching}
            onClick={() => {
              if (!isFetching) reading.refetch();
            }}
          >
            {texts.lookAgain}
          </Button>
          <Elsewhere {...where} />
        </>
      }
    >
      {texts.notFoundReason(environmentNames[where.environment])}
    </EmptyState>
  );
}

interface NotFoundSoFarProps extends AbsentProps {
  walked: Walked;
  /** The whole list was seen. */
  onNotFound: (problem: ShownProblem) => void;
}

/** The list is longer than one search may look: how far it came, and the way to go on from there. */
export function NotFoundSoFar({ environment, customerID, walked: first, onNotFound }: NotFoundSoFarProps) {
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
        const answer = await findFurther(environment, customerID, { from, pages: pagesPerStep }, signal);
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
      title={texts.notSoFar}
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
        {looking && `${texts.looking} `}
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
