"use client";

import { useState } from "react";
import type { FirstChoice } from "#components/forms/run/first-choice.ts";
import { RunNextStep } from "#components/forms/run/next-step.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { RotateCcw } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { changeForms, customerForms } from "#components/ui/plural-forms.ts";
import type { RunApproval } from "#lib/contract/operations/approval.ts";
import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { countRetryable } from "#lib/contract/values/operations/bulk-states.ts";
import { type ActiveRunState, isRunActive, isRunOver } from "#lib/contract/values/operations/run-states.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { needsApproval } from "#lib/operations/needs-approval.ts";
import { bulkKey } from "#lib/query/operations/bulk.ts";
import { StartBulk } from "./start/start-bulk.tsx";
import { stepTexts as texts } from "./step-texts.ts";
import { bulkTexts } from "./texts.ts";
import { useBulkSteps } from "./use-bulk-steps.ts";

const UndoDialog = lazyPart(() => import("./undo-dialog.tsx").then((module) => module.UndoDialog));

/** True if the change of the first customer succeeded. Only then may the remaining changes follow. */
function firstSucceeded({ first }: Bulk): boolean {
  return first?.state === "changed" || first?.state === "accepted" || first?.state === "planned";
}

function sentence(bulk: Bulk, counted: (count: number) => string): string {
  const { state, counts } = bulk;
  const given = { ...bulk, count: counted(counts.ready) };
  if (bulk.at && state !== "checking" && state !== "paused" && state !== "cancelled") {
    const planned = counted(counts.planned);
    if (state === "first-done") return firstSucceeded(bulk) ? texts.planFirstWell(given) : texts.planFirstFailed(given);
    if (state === "finished") return bulk.startedAt === undefined ? texts.planNothing : texts.planFinished(planned);
    return state === "checked" ? texts.planChecked(given) : texts.planRunning;
  }
  switch (state) {
    case "checked":
      return texts.checked(given);
    case "first-done":
      return firstSucceeded(bulk) ? texts.firstWell(given) : texts.firstFailed(given);
    case "paused":
      return bulk.pausedFrom === "checking"
        ? texts.pausedCheck
        : texts.paused({ ...given, count: counted(counts.ready + counts.pending) });
    case "finished":
      return bulk.startedAt === undefined ? texts.nothing : texts.finished;
    default:
      return texts[state];
  }
}

/** True while a person may choose the customer to change first. */
export function canChooseFirst(bulk: Bulk, approval: RunApproval | undefined): boolean {
  const { state, counts } = bulk;
  const isBefore = state === "checked" || (state === "first-done" && !firstSucceeded(bulk));
  return isBefore && counts.ready > 1 && !(approval && needsApproval(approval));
}

/** True if the check has ended with an error that it would find again, because the list is too long. */
const isCheckRefused = ({ state, pausedFrom, reason }: Bulk): boolean =>
  state === "paused" &&
  pausedFrom === "checking" &&
  (reason?.code === "too_many_planned" || reason?.code === "invalid_request");

/** The label of the primary button. Undefined if the person has nothing to do now. */
function primaryOf(bulk: Bulk, count: string, first: FirstChoice["first"]): string | undefined {
  const { state } = bulk;
  if (first) {
    const name = first.companyName || bulkTexts.noName;
    return bulk.at ? texts.planChosenFirst(name) : texts.chosenFirst(name);
  }
  if (state === "checked") return bulk.at ? texts.planStartFirst : texts.startFirst;
  if (state === "paused") return isCheckRefused(bulk) ? undefined : texts.resume;
  if (state !== "first-done") return undefined;
  if (!firstSucceeded(bulk)) return texts.another;
  return bulk.at ? texts.planRest({ ...bulk, count }) : texts.rest({ ...bulk, count });
}

/** The state of the bulk change after the person presses the primary button. */
function nextOf(bulk: Bulk): ActiveRunState {
  if (bulk.state === "paused") return bulk.pausedFrom ?? "running";
  return bulk.state === "first-done" && firstSucceeded(bulk) ? "running" : "first";
}

export interface NextStepProps extends FirstChoice {
  bulk: Bulk;
  /** The approval that the next step needs or already has. Undefined if no approval is needed. */
  approval: RunApproval | undefined;
  signInHref: string;
}

/** The status sentence and the buttons for the next actions. */
export function NextStep({ bulk, approval, signInHref, first, onFirst }: NextStepProps) {
  const locale = useNumberLocale();
  const [startsAgain, setStartsAgain] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  // Resets the choice after each action of the person, even if the action failed. The chosen customer may have been
  // changed, or may no longer be a possible choice.
  const steps = useBulkSteps(bulk, () => onFirst(undefined));
  const { bulkID, environment, state, counts, pausedFrom } = bulk;
  // Counts changes instead of customers if each row has its own value. One customer may then have two rows: one for the
  // plan and one for the term.
  const counted = (count: number) => formatPlural(count, bulk.change ? customerForms : changeForms, locale);
  // The approval matters only while the bulk change waits for a person. Before the check is complete, nothing can be
  // approved. After the end, nothing is sent.
  const isUnchecked = isRunActive(state) || isRunOver(state) || (state === "paused" && pausedFrom === "checking");
  const asked = approval && !isUnchecked ? approval : undefined;
  const isHeld = asked !== undefined && needsApproval(asked);
  const mayChoose = canChooseFirst(bulk, approval);
  const chosen = mayChoose ? first : undefined;
  const label = isHeld ? undefined : primaryOf(bulk, formatCount(counts.ready, locale), chosen);
  const resume = () => steps.take({ step: "resume", to: nextOf(bulk), first: chosen?.position });
  const again = isRunOver(state) ? countRetryable(counts) : 0;
  return (
    <>
      <RunNextStep
        state={state}
        texts={texts}
        sentence={sentence(bulk, counted)}
        steps={steps}
        onStep={(step) => steps.take({ step })}
        asked={asked && { approval: asked, subject: bulk, request: { kind: "bulk", bulkID } }}
        queryKey={bulkKey(environment, bulkID)}
        signInHref={signInHref}
        viewerOnly={bulkTexts.viewerOnly}
        primary={label === undefined ? undefined : { label, onPress: resume }}
        buttons={
          isCheckRefused(bulk) && (
            <Button aria-disabled={steps.isPending} onClick={resume}>
              {texts.checkAgain}
            </Button>
          )
        }
        environment={environment}
        cancelling={{
          name: texts.cancelDetail({ ...bulk, count: "" }),
          consequences:
            bulk.startedAt === undefined
              ? texts.cancelUnsent
              : bulk.at
                ? texts.planCancelSent(counted(counts.planned), counted(counts.ready))
                : texts.cancelSent(counted(counts.changed + counts.accepted), counted(counts.ready)),
        }}
      >
        {mayChoose && (
          <p className="text-fine text-ink-muted print:hidden">{bulk.at ? texts.planChoose : texts.choose}</p>
        )}
        {again > 0 && (
          <Button className="self-start print:hidden" onClick={() => setStartsAgain(true)}>
            <RotateCcw aria-hidden className="size-4" />
            {texts.again(counted(again))}
          </Button>
        )}
        {isRunOver(state) && counts.changed > 0 && bulk.undoneBy === undefined && (
          <Button className="self-start print:hidden" {...loadsOnIntent(UndoDialog)} onClick={() => setUndoing(true)}>
            <RotateCcw aria-hidden className="size-4" />
            {texts.undo(formatPlural(counts.changed, changeForms, locale))}
          </Button>
        )}
      </RunNextStep>
      {isUndoing && <UndoDialog bulk={bulk} onClose={() => setUndoing(false)} />}
      {startsAgain && (
        <StartBulk
          environment={environment}
          source={{ kind: "again", bulkID }}
          size={again}
          initial={bulk}
          onClose={() => setStartsAgain(false)}
        />
      )}
    </>
  );
}
