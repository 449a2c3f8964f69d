"use client";

import { useState } from "react";
import { CancelRunDialog } from "#components/forms/run/cancel-run-dialog.tsx";
import { NextButton } from "#components/forms/run/next-button.tsx";
import { RunApprovalStep } from "#components/forms/run/run-approval.tsx";
import { StepUpDialog } from "#components/forms/step-up-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { CirclePause, RotateCcw, X } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { changeForms, customerForms } from "#components/ui/plural-forms.ts";
import { useCanWrite } from "#components/ui/session.tsx";
import type { RunApproval } from "#lib/contract/operations/approval.ts";
import type { Bulk, BulkRow } from "#lib/contract/operations/bulk.ts";
import { countRetryable, isBulkActive, isBulkOver } from "#lib/contract/values/operations/bulk-states.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { needsApproval } from "#lib/operations/needs-approval.ts";
import { bulkKey } from "#lib/query/operations/bulk.ts";
import { refusalCause } from "#lib/why-not/why-refused.ts";
import { StartBulk } from "./start/start-bulk.tsx";
import { stepTexts as texts } from "./step-texts.ts";
import { bulkTexts } from "./texts.ts";
import { useSteps } from "./use-steps.ts";

const UndoDialog = lazyPart(() => import("./undo-dialog.tsx").then((module) => module.UndoDialog));

/** True when the first customer's change has gone through, so that the rest may follow. */
function canarySucceeded({ canary }: Bulk): boolean {
  return canary?.state === "changed" || canary?.state === "accepted";
}

function sentence(bulk: Bulk, counted: (count: number) => string): string {
  const { state, counts } = bulk;
  const given = { ...bulk, count: counted(counts.waiting) };
  switch (state) {
    case "ready":
      return texts.ready(given);
    case "canary-done":
      return canarySucceeded(bulk) ? texts.canaryWell(given) : texts.canaryFailed(given);
    case "paused":
      return texts.paused({ ...given, count: counted(counts.waiting + counts.pending) });
    case "finished":
      return bulk.startedAt === undefined ? texts.nothing : texts.finished;
    default:
      return texts[state];
  }
}

/** True while a person may choose the customer to change first. */
export function canChooseFirst(bulk: Bulk): boolean {
  const { state, counts } = bulk;
  return counts.waiting > 1 && (state === "ready" || (state === "canary-done" && !canarySucceeded(bulk)));
}

/** The person's choice of the customer to change first. */
export interface CanaryChoice {
  first: Pick<BulkRow, "customerID" | "companyName"> | undefined;
  onFirst: (row: CanaryChoice["first"]) => void;
}

/** The label of the primary button; undefined while there is nothing to press. */
function primaryOf(bulk: Bulk, count: string, first: CanaryChoice["first"]): string | undefined {
  const { state } = bulk;
  if (first && canChooseFirst(bulk)) return texts.chosenFirst(first.companyName || bulkTexts.noName);
  if (state === "ready") return texts.first;
  if (state === "paused") return texts.resume;
  if (state !== "canary-done") return undefined;
  return canarySucceeded(bulk) ? texts.rest({ ...bulk, count }) : texts.another;
}

/** The state that the primary button leads to. */
function nextOf(bulk: Bulk): "checking" | "canary" | "running" {
  if (bulk.state === "paused") return bulk.pausedFrom ?? "running";
  return bulk.state === "canary-done" && canarySucceeded(bulk) ? "running" : "canary";
}

export interface NextStepProps extends CanaryChoice {
  bulk: Bulk;
  /** The approval that the next step needs. */
  approval: RunApproval | undefined;
  signInHref: string;
}

/** The status sentence and the buttons for the next actions. Viewers get no buttons. */
export function NextStep({ bulk, approval, signInHref, first, onFirst }: NextStepProps) {
  const mayWrite = useCanWrite();
  const locale = useNumberLocale();
  const [cancelling, setCancelling] = useState(false);
  const [startsAgain, setStartsAgain] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  // The chosen customer was changed, or can no longer be changed: the choice is reset.
  const { take, retry, isPending, problem, stepUp } = useSteps(bulk, () => onFirst(undefined));
  const { counts } = bulk;
  // If each row has its own value, one customer may have two rows: one for the plan, one for the term.
  const counted = (count: number) => formatPlural(count, bulk.change ? customerForms : changeForms, locale);
  // Until the check is complete, there is nothing that anybody could approve.
  const asked = bulk.state === "paused" && bulk.pausedFrom === "checking" ? undefined : approval;
  const isHeld = asked !== undefined && needsApproval(asked);
  const primary = isHeld ? undefined : primaryOf(bulk, formatCount(bulk.counts.waiting, locale), first);
  const again = isBulkOver(bulk.state) ? countRetryable(bulk.counts) : 0;
  return (
    <>
      <p>{sentence(bulk, counted)}</p>
      {stepUp && <StepUpDialog {...stepUp} />}
      {mayWrite && asked && !isBulkActive(bulk.state) && !isBulkOver(bulk.state) && (
        <RunApprovalStep
          subject={bulk}
          request={{ kind: "bulk", bulkID: bulk.bulkID }}
          approval={asked}
          queryKey={bulkKey(bulk.environment, bulk.bulkID)}
        />
      )}
      {problem && !(refusalCause(problem) === "approval" && asked) && (
        <ProblemPanel form="notice" problem={problem} onRetry={retry} retrying={isPending} signInHref={signInHref} />
      )}
      {!mayWrite && !isBulkOver(bulk.state) && <p className="text-ink-muted">{bulkTexts.viewerOnly}</p>}
      {mayWrite && !isBulkOver(bulk.state) && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {primary !== undefined && (
            <NextButton
              label={primary}
              busy={isPending}
              onPress={() =>
                take({
                  step: "resume",
                  to: nextOf(bulk),
                  canaryID: canChooseFirst(bulk) ? first?.customerID : undefined,
                })
              }
            />
          )}
          {isBulkActive(bulk.state) && (
            <Button aria-disabled={isPending} onClick={() => take({ step: "pause" })}>
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
      {mayWrite && !isHeld && canChooseFirst(bulk) && (
        <p className="text-fine text-ink-muted print:hidden">{texts.choose}</p>
      )}
      {mayWrite && again > 0 && (
        <Button className="self-start print:hidden" onClick={() => setStartsAgain(true)}>
          <RotateCcw aria-hidden className="size-4" />
          {texts.again(counted(again))}
        </Button>
      )}
      {mayWrite && isBulkOver(bulk.state) && bulk.counts.changed > 0 && bulk.undoneBy === undefined && (
        <Button className="self-start print:hidden" {...loadsOnIntent(UndoDialog)} onClick={() => setUndoing(true)}>
          <RotateCcw aria-hidden className="size-4" />
          {texts.undo(formatPlural(bulk.counts.changed, changeForms, locale))}
        </Button>
      )}
      {isUndoing && <UndoDialog bulk={bulk} onClose={() => setUndoing(false)} />}
      {startsAgain && (
        <StartBulk
          environment={bulk.environment}
          source={{ kind: "again", bulkID: bulk.bulkID }}
          size={again}
          initial={bulk}
          onClose={() => setStartsAgain(false)}
        />
      )}
      {cancelling && (
        <CancelRunDialog
          texts={texts}
          environment={bulk.environment}
          name={texts.cancelDetail({ ...bulk, count: "" })}
          onClose={() => setCancelling(false)}
          onCancel={() => take({ step: "cancel" })}
        >
          {bulk.startedAt === undefined
            ? texts.cancelUnsent
            : texts.cancelSent(counted(counts.changed + counts.accepted), counted(counts.waiting))}
        </CancelRunDialog>
      )}
    </>
  );
}
