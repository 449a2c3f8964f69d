"use client";

import { useId, useState } from "react";
import type { FirstChoice } from "#components/forms/run/first-choice.ts";
import { RunNextStep } from "#components/forms/run/next-step.tsx";
import { canChooseFirst } from "#components/imports/can-choose-first.ts";
import { environmentWords, stepTexts as texts } from "#components/imports/step-texts.ts";
import { importTexts, listTexts, rowForms } from "#components/imports/texts.ts";
import { type ImportStep, useImportSteps } from "#components/imports/use-import-steps.ts";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Columns3, RotateCw, SkipForward } from "#components/ui/icon/icons.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { importResultWords } from "#components/ui/status/import-status-texts.ts";
import type { RunApproval } from "#lib/contract/operations/approval.ts";
import type { Import } from "#lib/contract/operations/imports.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { needsApproval } from "#lib/operations/needs-approval.ts";
import { importKey } from "#lib/query/operations/imports.ts";

function sentence(found: Import, plural: (count: number, forms: typeof rowForms | typeof customerForms) => string) {
  const { state, counts, environment, first, startedAt, pausedFrom } = found;
  const left = plural(counts.ready, customerForms);
  switch (state) {
    case "checked":
      if (counts.pending > 0) return texts.recheck(plural(counts.pending, rowForms));
      if (counts.undecided > 0) return texts.decide(plural(counts.undecided, rowForms));
      if (counts.ready === 0) return texts.checkedNone;
      // After a backup was restored, an import may be in this state although it had started before. Some of its
      // customers may exist, so this case has a different text.
      return (startedAt === undefined ? texts.checked : texts.checkedAgain)(left, environmentWords[environment]);
    case "first-done":
      return first?.state === "created" ? texts.firstWell(left) : texts.firstFailed(left);
    case "paused":
      return pausedFrom === "checking" ? texts.pausedUnchecked : texts.paused(left);
    case "finished":
      return startedAt === undefined
        ? texts.nothing
        : texts.finished(plural(counts.rows, rowForms), importResultWords(counts), counts.failed > 0);
    default:
      return texts[state];
  }
}

interface Primary {
  label: string;
  take: ImportStep;
}

/** The label and action of the primary button. Undefined if the person has nothing to do now. */
function primaryOf(
  found: Import,
  { first, accepted, count }: { first: FirstChoice["first"]; accepted: boolean; count: string },
): Primary | undefined {
  const { state, counts, digest = "", environment, pausedFrom = "running" } = found;
  const chosen = first && canChooseFirst(found) ? first : undefined;
  const name = chosen && texts.chosenFirst(chosen.companyName || importTexts.noName);
  const position = chosen && { first: chosen.position };
  if (state === "mapped" || (state === "checked" && counts.pending > 0)) {
    return { label: state === "mapped" ? texts.check : texts.checkAgain, take: { step: "check" } };
  }
  if (state === "checked" && counts.undecided === 0 && counts.ready > 0) {
    return { label: name ?? texts.startFirst, take: { step: "start", digest, acceptWarnings: accepted, ...position } };
  }
  if (state === "paused") return { label: texts.resume, take: { step: "resume", to: pausedFrom } };
  if (state !== "first-done") return undefined;
  if (found.first?.state === "created") {
    return { label: texts.rest(count, environmentWords[environment]), take: { step: "resume", to: "running" } };
  }
  return { label: name ?? texts.another, take: { step: "resume", to: "first", ...position } };
}

interface NextStepProps extends FirstChoice {
  found: Import;
  approval: RunApproval | undefined;
  signInHref: string;
  onColumns: () => void;
}

/** The status sentence and the buttons for the next actions. */
export function NextStep({ found, approval, signInHref, first, onFirst, onColumns }: NextStepProps) {
  const locale = useNumberLocale();
  const acceptID = useId();
  const [accepted, setAccepted] = useState<string>();
  const [isUnaccepted, setUnaccepted] = useState(false);
  // Resets the choice after each action of the person, even if the action failed. The chosen row may have been sent, or
  // may no longer be a possible choice.
  const steps = useImportSteps(found, () => onFirst(undefined));
  const { take, isPending } = steps;
  const { environment, importID, state, counts, digest } = found;
  const plural = (count: number, forms: typeof rowForms | typeof customerForms) => formatPlural(count, forms, locale);
  const isAccepted = accepted === digest;
  const next = primaryOf(found, { first, accepted: isAccepted, count: formatCount(counts.ready, locale) });
  const sends = next?.take.step === "start" || (next?.take.step === "resume" && next.take.to !== "checking");
  const asked = sends ? approval : undefined;
  const primary = asked && needsApproval(asked) ? undefined : next;
  const asksForWarnings = primary?.take.step === "start" && counts.warnings > 0;
  const press = () => {
    if (!primary) return;
    if (asksForWarnings && !isAccepted) return setUnaccepted(true);
    take(primary.take);
  };
  return (
    <RunNextStep
      state={state}
      texts={texts}
      sentence={sentence(found, plural)}
      steps={steps}
      onStep={(step) => take({ step })}
      asked={asked && { approval: asked, subject: found, request: { kind: "import", importID } }}
      queryKey={importKey(environment, importID)}
      signInHref={signInHref}
      viewerOnly={listTexts.viewerOnly}
      primary={primary && { label: primary.label, onPress: press }}
      environment={environment}
      cancelling={{
        name: found.fileName,
        consequences:
          found.startedAt === undefined
            ? texts.cancelUnsent
            : texts.cancelSent(
                plural(counts.created + counts.waiting, customerForms),
                plural(counts.ready, customerForms),
              ),
      }}
      before={
        asksForWarnings && (
          <div className="print:hidden">
            <label htmlFor={acceptID} className="flex w-fit min-h-6 items-center gap-2">
              <input
                id={acceptID}
                type="checkbox"
                className="size-4"
                checked={isAccepted}
                aria-invalid={isUnaccepted && !isAccepted}
                aria-describedby={isUnaccepted && !isAccepted ? `${acceptID}-error` : undefined}
                onChange={({ target }) => setAccepted(target.checked ? digest : undefined)}
              />
              {texts.accept(plural(counts.warnings, rowForms))}
            </label>
            {isUnaccepted && !isAccepted && (
              <p id={`${acceptID}-error`} role="alert" className="text-negative text-table">
                {texts.acceptFirst}
              </p>
            )}
          </div>
        )
      }
      buttons={
        <>
          {state === "checked" && counts.undecided > 0 && (
            <Button aria-disabled={isPending} onClick={() => take({ step: "skip-undecided" })}>
              <SkipForward aria-hidden className="size-4" />
              {texts.skipAll(plural(counts.undecided, rowForms))}
            </Button>
          )}
          {state === "checked" && counts.pending === 0 && (
            <Button aria-disabled={isPending} onClick={() => take({ step: "check" })}>
              <RotateCw aria-hidden className="size-4" />
              {texts.checkAgain}
            </Button>
          )}
          {(state === "mapped" || state === "checked") && found.startedAt === undefined && (
            <Button onClick={onColumns}>
              <Columns3 aria-hidden className="size-4" />
              {texts.columns}
            </Button>
          )}
        </>
      }
    />
  );
}
