"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { StepUpDialog } from "./step-up-dialog.tsx";
import type { ConfirmedChange } from "./use-confirmed-change.ts";

interface ConfirmedDialogProps {
  title: string;
  detail?: ReactNode;
  /** The name of the current step, if the dialog has several steps. */
  step?: string;
  className?: string;
  change: ConfirmedChange;
  /** The title of the error summary. */
  failed: string;
  submit: string;
  /** True if the change cannot be sent yet. */
  disabled?: boolean;
  onSubmit: () => void;
  /**
   * The cancel button. It closes the dialog or goes back one step. Set `isFirst` if the dialog has no field: the button
   * then gets the first focus.
   */
  cancel: { label: string; onClick: () => void; isFirst?: boolean };
  onClose: () => void;
  /** Called when the person closes the identity check. Set this if more than the check itself must close. */
  onStepUpClose?: () => void;
  children: ReactNode;
}

/** A form in a dialog. Used for changes that may require the person to prove their identity again. */
export function ConfirmedDialog(props: ConfirmedDialogProps) {
  const { change, failed, submit, disabled = false, onSubmit, cancel, onStepUpClose, children, ...dialog } = props;
  const { errors, attempt, isBusy, stepUp } = change;
  const formID = useId();
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <>
      <Dialog
        {...dialog}
        actions={
          <>
            <Button {...(cancel.isFirst && firstFocusProps)} onClick={cancel.onClick}>
              {cancel.label}
            </Button>
            <Button variant="primary" type="submit" form={formID} disabled={disabled || isBusy}>
              {submit}
            </Button>
          </>
        }
      >
        <form id={formID} noValidate onSubmit={submitForm} className="flex flex-col gap-4">
          <ErrorSummary title={failed} errors={errors} attempt={attempt} />
          {children}
        </form>
      </Dialog>
      {stepUp && <StepUpDialog {...stepUp} {...(onStepUpClose && { onClose: onStepUpClose })} />}
    </>
  );
}

interface ResultDialogProps {
  title: string;
  detail?: ReactNode;
  close: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the result of a change: a key, a link or recovery codes. The result is never shown again. */
export function ResultDialog({ close, ...dialog }: ResultDialogProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <Button variant="primary" {...firstFocusProps} onClick={dialog.onClose}>
          {close}
        </Button>
      }
    />
  );
}
