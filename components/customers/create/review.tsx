"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { writeReferenceTexts } from "#components/forms/write-reference-texts.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { CreateCustomer } from "#lib/contract/operations/operation-requests.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import { ownCreationsQueryOptions } from "#lib/query/operations/operations.ts";
import { findSameCreation } from "./outcome/find-same-creation.ts";
import { SameCreationNotice, sameCreationID } from "./outcome/same-creation-notice.tsx";
import { SameNameNotice } from "./outcome/same-name-notice.tsx";
import { fieldTexts, reviewTexts as texts } from "./texts.ts";

interface ReviewProps {
  environment: Environment;
  body: CreateCustomer;
  /** The ticket and the reason. */
  reference: WriteReference | undefined;
  state: "idle" | "sending" | "done";
  /** The outcome of the creation, once the answer has arrived. */
  answered: OutcomeDetail | undefined;
  /** The earlier operation whose values are reused. */
  operationID: string | undefined;
  /**
   * The operation that the person has just started with the same values. Set if the server refused the new
   * creation because of this operation.
   */
  refusedFor: Operation | undefined;
  /** The ID of an earlier creation with the same values. Set if the person wants another customer anyway. */
  despite: string | undefined;
  onDespite: (operationID: string | undefined) => void;
  /** True if the person has already confirmed that a second customer may be created. */
  isKnowing: boolean;
  /** True if the person has just come from the form. The heading then gets the focus. */
  takesFocus: boolean;
  onBack: () => void;
  onSend: () => void;
}

/** Shows the request, its environment, and the button that sends it. */
export function Review(props: ReviewProps) {
  const { environment, body, reference, state, takesFocus, onBack, onSend, operationID, despite } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    // The button that opened the review is at the end of the form, so the page must scroll to the top.
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const { companyName, plan, term, usersCount, adminUser, ...further } = body;
  const { email, ...ofUser } = adminUser ?? {};
  const rest = { ...further, ...(Object.keys(ofUser).length > 0 && { adminUser: ofUser }) };
  const isBusy = state !== "idle";
  const { data: own } = useQuery(ownCreationsQueryOptions(environment));
  const others = own?.operations.filter((operation) => operation.operationID !== operationID) ?? [];
  const found = own && !props.isKnowing ? findSameCreation(others, body, Date.parse(own.asOf)) : undefined;
  const same = props.refusedFor ?? (isBusy ? undefined : found);
  const [isUntold, setIsUntold] = useState(false);
  const isMeant = same === undefined || despite === same.operationID;
  const send = () => {
    setIsUntold(!isMeant);
    if (isMeant) onSend();
    else document.getElementById(sameCreationID)?.focus();
  };
  return (
    <section aria-labelledby="review-title" className="overflow-clip rounded-base border border-line bg-surface">
      <div aria-hidden className={classNames("h-2", environment === "production" ? "env-production" : "env-sandbox")} />
      <div className="flex flex-col gap-4 px-4 py-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="review-title" ref={heading} tabIndex={-1} className="rounded-small font-semibold text-title">
            {texts.title}
          </h2>
          <EnvironmentBadge environment={environment} />
          <p className="text-ink-muted">{texts.consequence[environment]}</p>
        </div>
        {same && (
          <SameCreationNotice
            operation={same}
            isConfirmed={isMeant}
            isRefused={props.refusedFor !== undefined}
            error={isUntold && !isMeant ? texts.sameUntold : undefined}
            onConfirm={(isMeantNow) => props.onDespite(isMeantNow ? same.operationID : undefined)}
          />
        )}
        <SameNameNotice
          environment={environment}
          name={companyName}
          own={others.filter((operation) => operation.operationID !== same?.operationID)}
        />
      </div>
      <Facts className="border-line border-t pt-4 pb-4">
        <FactRow name={fieldTexts.companyName} className="font-medium">
          <bdi>{companyName}</bdi>
        </FactRow>
        <FactRow name={fieldTexts.plan}>
          <ContractValue member="plan" value={plan} />
        </FactRow>
        <FactRow name={fieldTexts.term}>
          <ContractValue member="term" value={term} />
        </FactRow>
        <FactRow name={fieldTexts.email}>{email ?? texts.noEmail}</FactRow>
        <FactRow name={fieldTexts.usersCount}>{usersCount ?? texts.notGiven}</FactRow>
        <FactRow name={writeReferenceTexts.ticket}>{reference?.ticket && <bdi>{reference.ticket}</bdi>}</FactRow>
        <FactRow name={writeReferenceTexts.reason}>{reference?.reason && <bdi>{reference.reason}</bdi>}</FactRow>
      </Facts>
      {Object.keys(rest).length > 0 && (
        <div className="border-line border-t px-4 py-3">
          <p className="text-fine text-ink-muted">{fieldTexts.further}</p>
          <pre className="mt-1 max-h-72 overflow-auto rounded-small bg-sunken px-3 py-2 font-mono text-fine whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(rest, null, 2)}
          </pre>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3">
        <Button onClick={() => !isBusy && onBack()} aria-disabled={isBusy}>
          {texts.edit}
        </Button>
        <Button
          variant="primary"
          onClick={send}
          aria-disabled={isBusy}
          className="h-auto min-h-8 max-w-full py-1.5 whitespace-normal wrap-anywhere"
        >
          {texts.send(companyName, environmentNames[environment])}
        </Button>
        <p role="status" className="text-ink-muted text-table">
          {state === "sending" && texts.sending}
          {state === "done" && props.answered !== undefined && texts.answered(props.answered)}
        </p>
      </div>
    </section>
  );
}
