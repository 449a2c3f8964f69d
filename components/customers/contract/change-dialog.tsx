"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment, useId, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { useWriteReference, type WriteReferenceForm } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { CircleCheck, UserRound } from "#components/ui/icon/icons.tsx";
import type { OverridableJob } from "#lib/contract/customers/customer-jobs.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { reasonSentence } from "#lib/format/approval-sentences.ts";
import type { ShownCustomer } from "#lib/operations/verified-contract.ts";
import { contractApprovalQueryOptions } from "#lib/query/operations/approvals.ts";
import { ApprovalStep, RequestedStep } from "./approval-step.tsx";
import { type ChangeState, changesOf, hasValue, otherMember } from "./change-state.ts";
import { ChooseStep } from "./choose-step.tsx";
import { ConflictStep } from "./conflict-step.tsx";
import { OverrideCheckbox } from "./override-jobs.tsx";
import { PlanResult } from "./plan/plan-result.tsx";
import { planTexts } from "./plan/plan-texts.ts";
import { sendPlan } from "./plan/send-plan.ts";
import { isPlan } from "./plan/when.ts";
import { ResultStep } from "./result-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { stepTitle } from "./step-words.ts";
import { approvalTexts, conflictTexts, formTexts, resultTexts, reviewTexts, unknownStepTexts } from "./texts.ts";
import { UnknownStep } from "./unknown-step.tsx";
import type { ContractChangeForm } from "./use-contract-change.ts";

interface ChangeDialogProps {
  environment: Environment;
  answer: ShownCustomer;
  operations: readonly Operation[];
  change: ContractChangeForm;
  /** The reason why nothing can be sent at the moment. */
  held: string | undefined;
  /** Running jobs on the customer that the person may override. */
  overridable: readonly OverridableJob[];
  signInHref: string;
  /** Closes the dialog; a change that is being sent continues. */
  onClose: () => void;
  /** Called when the person follows a link in the result to another page. The form is then finished. */
  onLeave: () => void;
}

/** The dialog that changes a contract, step by step: choose, review, send, result. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { environment, answer, operations, change, held, overridable, signInHref, onClose, onLeave } = props;
  const { state } = change;
  const { step } = state;
  const isPlanned = isPlan(state.when);
  /** The number of attempts to send while the required checkbox was not ticked. */
  const [asked, setAsked] = useState(0);
  const formID = useId();
  const problem = step.name === "review" ? step.problem : undefined;
  const why = useApprovalReasons(environment, state);
  const reference = useWriteReference("contract-changes", { kept: change.reference, errors: problem?.errors });
  const cancel = () => {
    if (step.name === "choose" || step.name === "review" || step.name === "conflict") change.discardDraft();
    onClose();
  };
  return (
    <Dialog
      title={stepTitle(state)}
      detail={
        <span className="flex flex-wrap items-center gap-2">
          <EnvironmentBadge environment={environment} />
          <bdi>{answer.customer.companyName}</bdi>
        </span>
      }
      step={`${step.name} ${state.openCount} ${state.failureCount}`}
      onClose={cancel}
      actions={
        <Actions
          {...props}
          formID={formID}
          reference={reference}
          why={why}
          onCancel={cancel}
          onAsk={() => setAsked(asked + 1)}
        />
      }
    >
      {state.first && (
        <p className="mb-3 flex items-center gap-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-positive" />
          {resultTexts.firstDone(otherMember(state.member), state.expected[otherMember(state.member)] ?? "")}
        </p>
      )}
      {step.name === "choose" && (
        <ChooseStep
          key={state.openCount}
          formID={formID}
          environment={environment}
          customerID={answer.customer.customerID}
          state={state}
          problem={step.problem}
          signInHref={signInHref}
          onKeep={change.saveDraft}
          onChoose={change.choose}
          onLeave={onLeave}
        />
      )}
      {(step.name === "review" || step.name === "sending") && (
        <ReviewStep
          environment={environment}
          customer={answer.customer}
          state={state}
          isSending={step.name === "sending"}
          held={held}
        >
          {held === undefined && !isPlanned && overridable.length > 0 && (
            <OverrideCheckbox
              environment={environment}
              jobs={overridable}
              checked={isOverridden(state, overridable)}
              disabled={step.name === "sending"}
              asked={asked}
              onChange={(checked) => change.override(checked ? overridable.map(({ jobID }) => jobID) : [])}
            />
          )}
          {why !== undefined && (
            <p className="flex gap-2 rounded-base bg-sunken px-3 py-2">
              <UserRound aria-hidden className="mt-0.5 size-4 shrink-0 text-progress" />
              {why} {isPlanned ? approvalTexts.plannedWaits : approvalTexts.before}
            </p>
          )}
          <ErrorSummary title={reviewTexts.notSent} errors={reference.listed} attempt={state.failureCount} />
          <WriteReferenceFields form={reference} disabled={step.name === "sending"} />
        </ReviewStep>
      )}
      {step.name === "conflict" && (
        <ConflictStep environment={environment} state={state} now={step.now} operations={operations} />
      )}
      {step.name === "planned" && <PlanResult planned={step.planned} onLeave={onLeave} />}
      {step.name === "approval" && <ApprovalStep why={step.why} failure={step.failure} />}
      {step.name === "requested" && <RequestedStep approval={step.approval} onLeave={onLeave} />}
      {step.name === "unknown" && <UnknownStep problem={step.problem} findInRecord={change.findInRecord} />}
      {step.name === "result" && (
        <ResultStep
          key={step.operation.operationID}
          environment={environment}
          operation={step.operation}
          answer={answer}
          onOperation={change.onOperation}
          readAgain={change.refetch}
          onLeave={onLeave}
          second={state.second}
          onVerified={() => void change.sendSecond()}
          onSecond={() => change.chooseSecond(answer.customer.contract)}
        />
      )}
    </Dialog>
  );
}

/**
 * The approval rules that apply to the reviewed change, in words. Undefined if no approval is needed, or if the rules
 * are not known yet.
 */
function useApprovalReasons(environment: Environment, state: ChangeState): string | undefined {
  const { change } = changesOf(state);
  const options = contractApprovalQueryOptions(environment, change, isPlan(state.when));
  const { data } = useQuery({ ...options, enabled: state.step.name === "review" });
  return data && data.why.length > 0 ? data.why.map(reasonSentence).join(" ") : undefined;
}

/** The planned change that the person has reviewed. */
function chosenPlan(state: ChangeState) {
  const { when, expected } = state;
  const { change, then: second } = changesOf(state);
  return { when, change, second, expected };
}

/** True if the person has chosen to override every job that may still be running. */
function isOverridden({ overrideJobIDs }: ChangeState, overridable: readonly OverridableJob[]): boolean {
  return overridable.every(({ jobID }) => overrideJobIDs.includes(jobID));
}

interface ActionsProps extends ChangeDialogProps {
  formID: string;
  reference: WriteReferenceForm;
  why: string | undefined;
  onCancel: () => void;
  /** Called when the person tries to send while the required checkbox is not ticked. */
  onAsk: () => void;
}

/**
 * The buttons of a step. Each step has its own keys, so React creates new button elements for the next step. Otherwise
 * a click could submit the next form, because the browser checks after the click whether the button submits.
 */
function Actions({ change, held, overridable, formID, reference, why, onCancel, onAsk }: ActionsProps) {
  const { state } = change;
  const { step, member, value, second } = state;
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
      const isPlanned = isPlan(state.when);
      // A job that runs now does not block a planned change. The job either ends before the change is sent, or delays
      // the change.
      const isHeld = isSending || (!isPlanned && held !== undefined);
      const asksFirst = why !== undefined && !isPlanned;
      return (
        <Fragment key="review">
          <Button {...firstFocusProps} aria-disabled={isSending} onClick={change.back}>
            {reviewTexts.back}
          </Button>
          <Button
            variant="primary"
            className="max-w-full whitespace-normal wrap-anywhere h-auto min-h-8"
            aria-disabled={isHeld}
            onClick={() => {
              if (isHeld) return;
              const [missing] = reference.check();
              if (missing) document.getElementById(missing.inputID ?? "")?.focus();
              else if (isPlanned)
                void change.plan((of) => sendPlan({ ...of, state: chosenPlan(state), reference: reference.value }));
              else if (asksFirst) void change.requestApproval({ why, reference: reference.value });
              else if (isOverridden(state, overridable)) void change.send(reference.value);
              else onAsk();
            }}
          >
            {isPlanned
              ? isSending
                ? planTexts.scheduling
                : planTexts.schedule
              : asksFirst
                ? approvalTexts.request
                : isSending
                  ? reviewTexts.sending
                  : second === ""
                    ? reviewTexts.send(member, value)
                    : reviewTexts.sendBoth(member, value, second)}
          </Button>
        </Fragment>
      );
    }
    case "conflict": {
      const { now } = step;
      return (
        <Fragment key="conflict">
          <Button {...firstFocusProps} onClick={onCancel}>
            {conflictTexts.close}
          </Button>
          {state.undoOf === undefined && !hasValue(now, state) && (
            <Button variant="primary" onClick={() => change.reviewAgain(now)}>
              {conflictTexts.reviewAgain}
            </Button>
          )}
        </Fragment>
      );
    }
    case "approval":
      return (
        <Fragment key="approval">
          <Button {...firstFocusProps} onClick={onCancel}>
            {formTexts.cancel}
          </Button>
          <Button variant="primary" aria-disabled={step.isBusy} onClick={() => void change.requestApproval()}>
            {approvalTexts.request}
          </Button>
        </Fragment>
      );
    case "requested":
      return (
        <Button variant="primary" {...firstFocusProps} onClick={onCancel}>
          {resultTexts.done}
        </Button>
      );
    case "unknown":
      return (
        <Button {...firstFocusProps} onClick={change.back}>
          {unknownStepTexts.back}
        </Button>
      );
    case "planned":
    case "result":
      return (
        <Button variant="primary" {...firstFocusProps} onClick={onCancel}>
          {resultTexts.done}
        </Button>
      );
  }
}
