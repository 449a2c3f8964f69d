"use client";

import { Fragment, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocus } from "#components/ui/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment-badge.tsx";
import type { CustomerAnswer } from "#lib/contract/customer.ts";
import type { OverridableJob } from "#lib/contract/customer-jobs.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { type ChangeState, hasValue } from "./change-state.ts";
import { ChooseStep } from "./choose-step.tsx";
import { ConflictStep } from "./conflict-step.tsx";
import { LostStep } from "./lost-step.tsx";
import { OverrideTick } from "./override-jobs.tsx";
import { ResultStep } from "./result-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { titleOf } from "./step-words.ts";
import { conflictTexts, formTexts, lostTexts, resultTexts, reviewTexts } from "./texts.ts";
import type { ContractChanging } from "./use-contract-change.ts";

interface ChangeDialogProps {
  environment: Environment;
  answer: CustomerAnswer;
  operations: readonly Operation[];
  change: ContractChanging;
  /** Why nothing can be sent just now. */
  held: string | undefined;
  /** The jobs on the customer that it may be sent in spite of. */
  overridable: readonly OverridableJob[];
  signInHref: string;
  /** Closes the dialog; what is on its way goes on. */
  onClose: () => void;
  /** Whoever goes on from the result to another page has done with the form. */
  onLeave: () => void;
}

/** One change of contract, step by step: choose, review, send, result. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { environment, answer, operations, change, held, overridable, signInHref, onClose, onLeave } = props;
  const { state } = change;
  const { step } = state;
  /** How often sending was tried without the tick that it needs. */
  const [asked, setAsked] = useState(0);
  const formID = useId();
  const cancel = () => {
    if (step.name === "choose" || step.name === "review" || step.name === "conflict") change.forget();
    onClose();
  };
  return (
    <Dialog
      title={titleOf(state)}
      detail={
        <span className="flex flex-wrap items-center gap-2">
          <EnvironmentBadge environment={environment} />
          <bdi>{answer.customer.companyName}</bdi>
        </span>
      }
      step={`${step.name} ${state.beginnings} ${state.refusals}`}
      onClose={cancel}
      actions={<Actions {...props} formID={formID} onCancel={cancel} onAsk={() => setAsked(asked + 1)} />}
    >
      {step.name === "choose" && (
        <ChooseStep
          key={state.beginnings}
          formID={formID}
          environment={environment}
          state={state}
          problem={step.problem}
          signInHref={signInHref}
          onKeep={change.keep}
          onChoose={change.choose}
        />
      )}
      {(step.name === "review" || step.name === "sending") && (
        <ReviewStep customer={answer.customer} state={state} isSending={step.name === "sending"} held={held}>
          {held === undefined && overridable.length > 0 && (
            <OverrideTick
              environment={environment}
              jobs={overridable}
              checked={isOverridden(state, overridable)}
              disabled={step.name === "sending"}
              asked={asked}
              onChange={(checked) => change.override(checked ? overridable.map(({ jobID }) => jobID) : [])}
            />
          )}
        </ReviewStep>
      )}
      {step.name === "conflict" && (
        <ConflictStep environment={environment} state={state} now={step.now} operations={operations} />
      )}
      {step.name === "lost" && <LostStep look={change.lookInRecord} />}
      {step.name === "result" && (
        <ResultStep
          key={step.operation.operationID}
          environment={environment}
          operation={step.operation}
          answer={answer}
          readAgain={change.readAgain}
          onLeave={onLeave}
        />
      )}
    </Dialog>
  );
}

/** Whether the person has said to send it in spite of every job that may be running. */
function isOverridden({ overrideJobIDs }: ChangeState, overridable: readonly OverridableJob[]): boolean {
  return overridable.every(({ jobID }) => overrideJobIDs.includes(jobID));
}

interface ActionsProps extends ChangeDialogProps {
  formID: string;
  onCancel: () => void;
  /** Sending needs a tick that is not there. */
  onAsk: () => void;
}

/**
 * A step's buttons. Keyed: the browser looks at what a pressed button has become when it decides whether to
 * submit, so none may turn into the next step's.
 */
function Actions({ change, held, overridable, formID, onCancel, onAsk }: ActionsProps) {
  const { state } = change;
  const { step, member, value } = state;
  switch (step.name) {
    case "choose":
      return (
        <Fragment key="choose">
          <Button onClick={onCancel}>{formTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={formID}>
            {formTexts.review}
          </Button>
        </Fragment>
      );
    case "review":
    case "sending": {
      const isSending = step.name === "sending";
      const isHeld = isSending || held !== undefined;
      return (
        <Fragment key="review">
          <Button {...firstFocus} aria-disabled={isSending} onClick={change.back}>
            {reviewTexts.back}
          </Button>
          <Button
            variant="primary"
            className="max-w-full whitespace-normal wrap-anywhere h-auto min-h-8"
            aria-disabled={isHeld}
            onClick={() => {
              if (isHeld) return;
              if (isOverridden(state, overridable)) void change.send();
              else onAsk();
            }}
          >
            {isSending ? reviewTexts.sending : reviewTexts.send(member, value)}
          </Button>
        </Fragment>
      );
    }
    case "conflict": {
      const { now } = step;
      return (
        <Fragment key="conflict">
          <Button {...firstFocus} onClick={onCancel}>
            {conflictTexts.close}
          </Button>
          {!hasValue(now, state) && (
            <Button variant="primary" onClick={() => change.anew(now)}>
              {conflictTexts.anew}
            </Button>
          )}
        </Fragment>
      );
    }
    case "lost":
      return (
        <Button {...firstFocus} onClick={change.back}>
          {lostTexts.back}
        </Button>
      );
    case "result":
      return (
        <Button variant="primary" {...firstFocus} onClick={onCancel}>
          {resultTexts.done}
        </Button>
      );
  }
}
