"use client";

import { useEffect, useRef, useState } from "react";
import { ProblemPanel } from "#components/ui/problem-panel.tsx";
import { emptyCreation } from "#lib/browser-storage/creation-draft.ts";
import type { ContractValues } from "#lib/contract/contract-values.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { pages } from "#lib/paths.ts";
import { creationViewParams } from "#lib/url-state/creation-view.ts";
import { AgainBanner } from "./again-banner.tsx";
import { type CreationError, checkCreation, valuesOfRequest } from "./check-creation.ts";
import { CreationForm } from "./creation-form.tsx";
import { errorsOf, RefusalNote } from "./refusal.tsx";
import { Review } from "./review.tsx";
import { SentOtherwise } from "./sent-otherwise.tsx";
import { againTexts, checkTexts, outcomeTexts } from "./texts.ts";
import { Unsettled } from "./unsettled.tsx";
import { useCreationDraft } from "./use-creation-draft.ts";
import { useCreationView } from "./use-creation-view.ts";
import { useSendCreation } from "./use-send-creation.ts";

interface CreationProps {
  environment: Environment;
  offered: ContractValues;
  /** The operation whose values are taken up again. */
  first?: Operation;
  /** True where nobody can tell whether that one has made a customer. */
  isUncertain?: boolean;
}

/** From an empty form to the one request: draft, check, review, send, and whatever becomes of that. */
export function Creation({ environment, offered, first, isUncertain = false }: CreationProps) {
  const [view, show] = useCreationView(environment);
  const [begin] = useState(() => (first ? valuesOfRequest(first.request) : emptyCreation));
  const kept = useCreationDraft(environment, first?.operationID, begin);
  const sending = useSendCreation(environment, first?.operationID, kept);
  const [errors, setErrors] = useState<readonly CreationError[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [isChecking, setIsChecking] = useState(false);
  const reviewed = useRef(false);
  const { draft } = kept;
  const { attempt } = sending;
  const checked = draft && checkCreation(draft.values, offered);
  const isReady = checked?.body !== undefined && (!isUncertain || draft?.knowingly === true);
  const isUnready = draft !== undefined && draft.sent === undefined && !isReady && view.step === "review";

  useEffect(() => {
    // A review of a draft that is not there any more, such as an old address: there is nothing to review.
    if (isUnready && sending.state === "idle") show("form", "replace");
  }, [isUnready, sending.state, show]);

  const review = () => {
    sending.dismiss();
    const unknowing: CreationError[] =
      isUncertain && !draft?.knowingly ? [{ field: "knowingly", message: againTexts.knowinglyMissing }] : [];
    const found = [...unknowing, ...(checked?.errors ?? [])];
    setErrors(found);
    setAttempts((count) => count + 1);
    if (found.length > 0) return;
    reviewed.current = true;
    show("review", "push");
  };
  const send = async (body: Readonly<Record<string, unknown>>) => {
    setErrors([]);
    const failed = await sending.send(body);
    setIsChecking(false);
    if (!failed || failed.fate === "unknown" || failed.problem.code === "not_signed_in") return;
    if (failed.fate === "same") {
      show("review", "replace");
      return;
    }
    setErrors(failed.fate === "other" ? [] : errorsOf(failed.problem));
    setAttempts((count) => count + 1);
    show("form", "replace");
  };
  const startOver = () => {
    kept.startOver();
    sending.dismiss();
    setErrors([]);
    show("form", "replace");
  };

  const signInHref = pages.signIn(pages.newCustomer(environment, creationViewParams(view)));
  const problem = attempt?.problem;
  if (draft?.sent && attempt?.fate !== "other" && (sending.state === "idle" || isChecking)) {
    return (
      <Unsettled
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
          state={sending.state}
          operationID={first?.operationID}
          refusedFor={attempt?.fate === "same" ? problem?.operation : undefined}
          despite={draft?.despite}
          onDespite={(despite) => kept.change({ despite })}
          isKnowing={isUncertain}
          takesFocus={reviewed.current}
          onBack={() => show("form", "push")}
          onSend={() => void send(body)}
        />
      </div>
    );
  }
  const isRefused = attempt?.fate === "refused" || attempt?.fate === "not-kept";
  return (
    <CreationForm
      values={draft?.values ?? begin}
      offered={offered}
      errors={errors}
      errorTitle={isRefused && problem ? outcomeTexts[titleOf(problem.upstreamStatus)] : checkTexts.summary}
      errorNote={isRefused && problem && <RefusalNote environment={environment} problem={problem} />}
      attempt={attempts}
      isReady={draft !== undefined}
      isKept={kept.isKept}
      onChange={kept.changeValues}
      onSubmit={review}
      onStartOver={startOver}
    >
      {attempt?.fate === "other" && (
        <SentOtherwise
          environment={environment}
          operation={problem?.operation}
          onRenew={() => {
            kept.renew();
            sending.dismiss();
          }}
        />
      )}
      {first && (
        <AgainBanner
          operation={first}
          isUncertain={isUncertain}
          knowingly={draft?.knowingly ?? false}
          onKnowingly={(knowingly) => kept.change({ knowingly })}
          error={errors.find(({ field }) => field === "knowingly")?.message}
        />
      )}
    </CreationForm>
  );
}

const titleOf = (upstreamStatus: number | undefined) => (upstreamStatus === undefined ? "notSent" : "refusedByApi");
