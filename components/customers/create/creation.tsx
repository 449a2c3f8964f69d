"use client";

import { useEffect, useRef, useState } from "react";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { useWriteReference } from "#components/forms/use-write-reference.ts";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { emptyCreation } from "#lib/browser-storage/creation-draft.ts";
import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { hadNoEffect } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { creationViewParams } from "#lib/url-state/creation-view.ts";
import { CreationForm } from "./creation-form.tsx";
import { type CreationError, checkCreation, valuesOfCustomer, valuesOfRequest } from "./outcome/check-creation.ts";
import { KeyReuseNotice } from "./outcome/key-reuse-notice.tsx";
import { LikeBanner } from "./outcome/like-banner.tsx";
import { errorsOf, RefusalNote } from "./outcome/refusal.tsx";
import { RetryBanner } from "./outcome/retry-banner.tsx";
import { UnknownResult } from "./outcome/unknown-result.tsx";
import { useOnlineCheck } from "./outcome/use-online-check.ts";
import { Review } from "./review.tsx";
import { checkTexts, outcomeTexts, retryBannerTexts } from "./texts.ts";
import { useCreationDraft } from "./use-creation-draft.ts";
import { useCreationView } from "./use-creation-view.ts";
import { useSendCreation } from "./use-send-creation.ts";

/** The server's error code if the idempotency key was already sent with other values. */
const otherValues = "idempotency_key_reused";

interface CreationProps {
  environment: Environment;
  offered: ContractValues;
  /** The earlier creation whose values are reused. */
  first?: Operation;
  /**
   * The deleted customer whose values are reused. The job that should have created this customer has failed. Never set
   * together with `first`.
   */
  like?: Customer;
  /** True if it is unknown whether the earlier creation created a customer. */
  isUncertain?: boolean;
}

/** Creates a customer in steps: draft, check, review, sending, result. Sends one request at a time. */
export function Creation({ environment, offered, first, like, isUncertain = false }: CreationProps) {
  const [view, show] = useCreationView(environment);
  const [begin] = useState(() =>
    first ? valuesOfRequest(first.request) : like ? valuesOfCustomer(like) : emptyCreation,
  );
  const kept = useCreationDraft(environment, first?.operationID ?? like?.customerID, begin);
  const sending = useSendCreation(environment, first?.operationID, kept);
  useOnlineCheck(environment, sending.state === "idle" ? kept.draft?.sent : undefined, kept.settle);
  const [errors, setErrors] = useState<readonly CreationError[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [isChecking, setIsChecking] = useState(false);
  const reviewed = useRef(false);
  const wasInReview = useRef(false);
  useEffect(() => {
    if (view.step === "review") wasInReview.current = true;
  }, [view.step]);
  const { draft } = kept;
  const { attempt } = sending;
  const checked = draft && checkCreation(draft.values, offered);
  const reference = useWriteReference("creations", {
    kept: { given: draft?.reference ?? {}, onChange: (given) => kept.change({ reference: given }) },
    errors: attempt?.problem.errors,
  });
  const isReady = checked?.body !== undefined && (!isUncertain || draft?.knowingly === true);
  const isUnready =
    kept.isRead && draft !== undefined && draft.sent === undefined && !isReady && view.step === "review";

  useEffect(() => {
    // The draft cannot be reviewed, because its values are missing or invalid, for example after an old link to the
    // review. So the page shows the form.
    if (isUnready && sending.state === "idle") show({ step: "form" }, "replace");
  }, [isUnready, sending.state, show]);

  const review = () => {
    sending.dismiss();
    const unknowing: CreationError[] =
      isUncertain && !draft?.knowingly ? [{ field: "knowingly", message: retryBannerTexts.knowinglyMissing }] : [];
    const found = [...unknowing, ...(checked?.errors ?? [])];
    setErrors(found);
    setAttempts((count) => count + 1);
    if (reference.check().length + found.length > 0) return;
    reviewed.current = true;
    // Saves immediately, because a later save could overwrite what another tab has started meanwhile.
    void kept.save();
    show({ step: "review" }, "push");
  };
  // True if the person submitted the form before the stored draft was loaded.
  const [isReviewWanted, setReviewWanted] = useState(false);
  useEffect(() => {
    if (!isReviewWanted || !kept.isRead) return;
    setReviewWanted(false);
    review();
  });
  const send = async (body: Readonly<Record<string, unknown>>) => {
    setErrors([]);
    const failed = await sending.send({ ...body, ...(reference.value && { console: reference.value }) });
    setIsChecking(false);
    if (!failed || !hadNoEffect(failed.detail) || failed.problem.code === "not_signed_in") return;
    if (failed.problem.code === "same_creation") {
      show({ step: "review" }, "replace");
      return;
    }
    setErrors(failed.problem.code === otherValues ? [] : errorsOf(failed.problem));
    setAttempts((count) => count + 1);
    show({ step: "form" }, "replace");
  };
  const startOver = () => {
    kept.startOver();
    sending.dismiss();
    setErrors([]);
    show({ step: "form" }, "replace");
  };

  const signInHref = pages.signIn(pages.newCustomer(environment, creationViewParams(view)));
  const problem = attempt?.problem;
  if (draft?.sent && problem?.code !== otherValues && (sending.state === "idle" || isChecking)) {
    return (
      <UnknownResult
        environment={environment}
        sentAt={draft.sent.at}
        isChecking={isChecking}
        problem={problem}
        signInHref={signInHref}
        onStartOver={startOver}
        onCheck={() => {
          if (sending.state !== "idle") return;
          setIsChecking(true);
          void send(draft.sent?.body ?? {});
        }}
      />
    );
  }
  if (view.step === "review" && checked?.body && (isReady || sending.state !== "idle")) {
    const { body } = checked;
    return (
      <div className="flex flex-col gap-3">
        {problem?.code === "not_signed_in" && (
          <ProblemPanel form="notice" problem={problem} onRetry={() => void send(body)} signInHref={signInHref}>
            {outcomeTexts.sessionEnded}
          </ProblemPanel>
        )}
        <Review
          environment={environment}
          body={body}
          reference={reference.value}
          state={sending.state}
          operationID={first?.operationID}
          answered={sending.answered}
          refusedFor={problem?.code === "same_creation" ? problem.operation : undefined}
          despite={draft?.despite}
          onDespite={(despite) => kept.change({ despite })}
          isKnowing={isUncertain}
          takesFocus={reviewed.current}
          onBack={() => show({ step: "form" }, "push")}
          onSend={() => void send(body)}
        />
      </div>
    );
  }
  const isRefused =
    attempt !== undefined &&
    hadNoEffect(attempt.detail) &&
    problem?.code !== otherValues &&
    problem?.code !== "same_creation";
  return (
    <CreationForm
      values={draft?.values ?? begin}
      offered={offered}
      errors={errors}
      errorTitle={
        isRefused && problem
          ? outcomeTexts[attempt.detail === "refused" ? "refusedByApi" : "notSent"]
          : checkTexts.summary
      }
      errorNote={isRefused && problem && <RefusalNote environment={environment} problem={problem} />}
      attempt={attempts}
      isRead={kept.isRead}
      takesFocus={wasInReview.current && errors.length === 0}
      keptIn={kept.keptIn}
      reference={reference}
      onChange={kept.changeValues}
      onSubmit={() => setReviewWanted(true)}
      onStartOver={startOver}
    >
      <SendingHeld environment={environment} />
      {problem?.code === otherValues && (
        <KeyReuseNotice
          environment={environment}
          operation={problem?.operation}
          onRenew={() => {
            kept.renew();
            sending.dismiss();
          }}
        />
      )}
      {like && <LikeBanner environment={environment} customer={like} />}
      {first && (
        <RetryBanner
          operation={first}
          isUncertain={isUncertain}
          isConfirmed={draft?.knowingly ?? false}
          onConfirm={(knowingly) => kept.change({ knowingly })}
          error={errors.find(({ field }) => field === "knowingly")?.message}
        />
      )}
    </CreationForm>
  );
}
