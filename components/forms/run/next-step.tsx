"use client";

import { type ReactNode, useState } from "react";
import type { AskApprovalProps } from "#components/forms/ask-approval.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { StepUpDialog } from "#components/forms/step-up-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { CirclePause, X } from "#components/ui/icon/icons.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { RunApproval } from "#lib/contract/operations/approval.ts";
import { isRunActive, isRunOver } from "#lib/contract/values/operations/run-states.ts";
import { refusalCause } from "#lib/why-not/why-refused.ts";
import { CancelRunDialog } from "./cancel-run-dialog.tsx";
import { NextButton } from "./next-button.tsx";
import { RunApprovalStep } from "./run-approval.tsx";
import type { useRunSteps } from "./use-run-steps.ts";

interface RunNextStepProps {
  state: string;
  texts: Readonly<Record<"pause" | "cancel" | "cancelTitle" | "keep" | "cancelNow", string>>;
  /** The sentence that describes the state. */
  sentence: string;
  steps: Pick<ReturnType<typeof useRunSteps>, "retry" | "isPending" | "problem" | "stepUp">;
  onStep: (step: "pause" | "cancel") => void;
  /** The approval that the next step needs or already has. Undefined if no approval is needed. */
  asked:
    | { approval: RunApproval; subject: AskApprovalProps["subject"]; request: AskApprovalProps["request"] }
    | undefined;
  queryKey: readonly unknown[];
  signInHref: string;
  viewerOnly: string;
  /** The primary button. Undefined if the person has nothing to do now. */
  primary: { label: string; onPress: () => void } | undefined;
  /** Shown before the buttons. */
  before?: ReactNode;
  /** More buttons beside the primary button. */
  buttons?: ReactNode;
  environment: AskApprovalProps["subject"]["environment"];
  /** For the dialog that cancels: the name of the bulk change or import, and the consequences. */
  cancelling: { name: string; consequences: string };
  children?: ReactNode;
}

/** The status sentence of a bulk change or an import, and the buttons for the next steps. Viewers see no buttons. */
export function RunNextStep(props: RunNextStepProps) {
  const { state, texts, sentence, steps, onStep, asked, queryKey, signInHref, viewerOnly, primary } = props;
  const { before, buttons, environment, cancelling, children } = props;
  const { retry, isPending, problem, stepUp } = steps;
  const mayWrite = useCanWrite();
  const [isCancelling, setCancelling] = useState(false);
  const isOpen = !isRunOver(state);
  return (
    <>
      <p>{sentence}</p>
      {stepUp && <StepUpDialog {...stepUp} />}
      {mayWrite && asked && <RunApprovalStep {...asked} queryKey={queryKey} />}
      {problem && !(refusalCause(problem) === "approval" && asked) && (
        <ProblemPanel form="notice" problem={problem} onRetry={retry} retrying={isPending} signInHref={signInHref} />
      )}
      {!mayWrite && isOpen && <p className="text-ink-muted">{viewerOnly}</p>}
      {mayWrite && primary && <SendingHeld environment={environment} />}
      {mayWrite && before}
      {mayWrite && isOpen && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {primary && <NextButton label={primary.label} busy={isPending} onPress={primary.onPress} />}
          {buttons}
          {isRunActive(state) && (
            <Button aria-disabled={isPending} onClick={() => onStep("pause")}>
              <CirclePause aria-hidden className="size-4" />
              {texts.pause}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setCancelling(true)}>
            <X aria-hidden className="size-4" />
            {texts.cancel}
          </Button>
        </div>
      )}
      {mayWrite && children}
      {isCancelling && (
        <CancelRunDialog
          texts={texts}
          environment={environment}
          name={cancelling.name}
          onClose={() => setCancelling(false)}
          onCancel={() => onStep("cancel")}
        >
          {cancelling.consequences}
        </CancelRunDialog>
      )}
    </>
  );
}
