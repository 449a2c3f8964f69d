"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { LoaderCircle } from "#components/ui/icon/icons.tsx";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import type { CallerSubject } from "#lib/caller/caller-subject.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { CallerChoice } from "./caller-choice.tsx";
import { CallerForm } from "./caller-form.tsx";
import { CallerNobody } from "./caller-nobody.tsx";
import { OpenedCaller } from "./opened-caller.tsx";
import { callerTexts as texts } from "./texts.ts";
import { type CallerReading, foundCallers, useCallerCards } from "./use-caller-cards.ts";
import { useCallerSubject } from "./use-caller-subject.ts";

/** The actions of other entities for the customer who is calling. The page passes them in. */
export type CallerActions = (caller: {
  environment: Environment;
  customerID: string;
  /** The newest ticket of the reasons. */
  ticket: string | undefined;
}) => ReactNode;

interface CallerCardPageProps {
  /** The caller in the address. */
  subject: CallerSubject | undefined;
  actions: CallerActions;
  /** A link to the part of the guide about softphones. */
  guideHref: string;
}

/** The page that a softphone opens when the telephone rings. */
export function CallerCardPage({ subject: fromAddress, actions, guideHref }: CallerCardPageProps) {
  const [subject, setSubject] = useCallerSubject(fromAddress);
  /** The search that led to a choice, so that the person can return to it. */
  const [choice, setChoice] = useState<CallerSubject>();
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={texts.title} note={texts.note} />
      {subject && (
        <FoundCallers
          key={`${subject.environment} ${subject.by} ${subject.value}`}
          subject={subject}
          actions={actions}
          onChoose={(chosen) => {
            setChoice(subject);
            setSubject(chosen);
          }}
        />
      )}
      {subject?.environment !== undefined && choice && (
        <Button variant="quiet" className="self-start" onClick={() => setSubject(choice)}>
          {texts.back}
        </Button>
      )}
      <CallerForm
        isAlone={subject === undefined}
        onSubject={(typed) => {
          setChoice(undefined);
          setSubject(typed);
        }}
      />
      <p className="text-ink-muted text-table print:hidden">
        {texts.paste}{" "}
        <a href={guideHref} className="text-accent underline">
          {texts.setUp}
        </a>
      </p>
    </div>
  );
}

interface FoundCallersProps {
  subject: CallerSubject;
  actions: CallerActions;
  onChoose: (subject: CallerSubject) => void;
}

/** The result of one search: one customer, a choice, or nobody. */
function FoundCallers({ subject, actions, onChoose }: FoundCallersProps) {
  const readings = useCallerCards(subject);
  const found = foundCallers(readings);
  const opened = readings.find(({ card }) => card?.customer !== undefined);
  const isSearching = readings.some((reading) => reading.isSearching);
  const isOne = found.length === 1 && opened?.card?.customer !== undefined;
  const isNobody = found.length === 0 && !isSearching && readings.some(({ card }) => card);
  // Depends only on what was typed, so every environment answers it.
  const isInvalid = readings.some(({ problem }) => problem?.code === "invalid_request");
  const ticket = opened?.card?.reasons.find((reason) => reason.ticket !== undefined)?.ticket;
  const result = isOne
    ? texts.found(opened.card?.customer?.companyName ?? "")
    : found.length > 0
      ? texts.choose
      : isNobody
        ? texts.nobody
        : undefined;
  const announced = useRef<string>(undefined);
  useEffect(() => {
    if (result === undefined || announced.current === result) return;
    announced.current = result;
    announce(result);
  }, [result]);
  return (
    <>
      {isOne && opened.card?.customer && (
        <OpenedCaller
          environment={opened.environment}
          card={{ ...opened.card, customer: opened.card.customer }}
          actions={actions({
            environment: opened.environment,
            customerID: opened.card.customer.customerID,
            ticket,
          })}
        />
      )}
      {!isOne && found.length > 0 && <CallerChoice found={found} onChoose={onChoose} />}
      {isNobody && <CallerNobody readings={readings} />}
      {isInvalid ? (
        <p role="alert" className="rounded-base border border-negative/40 bg-negative-soft px-4 py-3 text-negative">
          {texts.invalid}
        </p>
      ) : (
        readings.map((reading) => <EnvironmentState key={reading.environment} reading={reading} />)
      )}
    </>
  );
}

/** A running or failed search of one environment. */
function EnvironmentState({ reading: { environment, problem, isSearching, retry } }: { reading: CallerReading }) {
  if (problem) {
    return (
      <div className="flex flex-col gap-2">
        <EnvironmentMark environment={environment} className="self-start" />
        <ProblemPanel problem={problem} onRetry={retry} signInHref={pages.signIn(pages.caller())} form="notice" />
      </div>
    );
  }
  if (!isSearching) return null;
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 text-ink-muted">
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {texts.searchingIn(environmentNames[environment])}
    </p>
  );
}
