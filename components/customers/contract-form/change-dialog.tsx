"use client";

import { Fragment, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocus } from "#components/ui/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment-badge.tsx";
import type { CustomerAnswer } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { ChangeState } from "./change-state.ts";
import { hasValue } from "./change-state.ts";
import { ChooseStep } from "./choose-step.tsx";
import { ConflictStep } from "./conflict-step.tsx";
import { LostStep } from "./lost-step.tsx";
import { ResultStep } from "./result-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { conflictTexts, formTexts, lostTexts, resultTexts, reviewTexts } from "./texts.ts";
import type { ContractChanging } from "./use-contract-change.ts";

interface ChangeDialogProps {
  environment: Environment;
  answer: CustomerAnswer;
  operations: readonly Operation[];
  change: ContractChanging;
  /** Why nothing can be sent just now. */
  held: string | undefined;
  signInHref: string;
  /** Closes the dialog; what is on its way goes on. */
  onClose: () => void;
}

function titleOf({ step, member }: ChangeState): string {
  switch (step.name) {
    case "review":
    case "sending":
      return reviewTexts.title(member);
    case "conflict":
      return conflictTexts.title;
    case "lost":
      return lostTexts.title;
    case "result":
      return resultTexts.title(member);
    default:
      return formTexts.title;
  }
}

/** One change of contract, step by step: choose, review, send, and what became of it. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { environment, answer, operations, change, held, signInHref, onClose } = props;
  const { state } = change;
  const { step } = state;
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
      actions={<Actions {...props} formID={formID} onCancel={cancel} />}
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
        <ReviewStep customer={answer.customer} state={state} isSending={step.name === "sending"} held={held} />
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
        />
      )}
    </Dialog>
  );
}

/**
 * A step's buttons. Keyed: the browser looks at what a pressed button has become when it decides whether to
 * submit, so none may turn into the next step's.
 */
function Actions({ change, held, formID, onCancel }: ChangeDialogProps & { formID: string; onCancel: () => void }) {
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
              if (!isHeld) void change.send();
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
