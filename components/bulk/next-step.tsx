"use client";

import { CirclePause, CirclePlay, RotateCcw, X } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { ProblemPanel } from "#components/ui/problem-panel.tsx";
import { useMayWrite } from "#components/ui/session.tsx";
import { type Bulk, type BulkRow, countAgain, isAtWork, isOver } from "#lib/contract/bulk.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { StartBulk } from "./start-bulk.tsx";
import { stepTexts as texts } from "./step-texts.ts";
import { bulkTexts } from "./texts.ts";
import { useSteps } from "./use-steps.ts";

/** True when the first customer's change has gone through, so that the rest may follow. */
function wentThrough({ canary }: Bulk): boolean {
  return canary?.state === "changed" || canary?.state === "accepted";
}

function sentence(bulk: Bulk, customers: (count: number) => string): string {
  const { state, counts, change, environment } = bulk;
  const given = { change, environment, count: customers(counts.waiting) };
  switch (state) {
    case "ready":
      return texts.ready(given);
    case "canary-done":
      return wentThrough(bulk) ? texts.canaryWell(given) : texts.canaryFailed(given);
    case "paused":
      return texts.paused({ ...given, count: customers(counts.waiting + counts.pending) });
    case "finished":
      return bulk.startedAt === undefined ? texts.nothing : texts.finished;
    default:
      return texts[state];
  }
}

/** True where it may be chosen which customer goes first. */
export function mayChooseFirst(bulk: Bulk): boolean {
  const { state, counts } = bulk;
  return counts.waiting > 1 && (state === "ready" || (state === "canary-done" && !wentThrough(bulk)));
}

/** Who goes first, where a person has chosen. */
export interface FirstChoice {
  first: Pick<BulkRow, "customerID" | "companyName"> | undefined;
  onFirst: (row: FirstChoice["first"]) => void;
}

/** The one thing that comes next, as the primary button says it; undefined while nothing is to be pressed. */
function primaryOf(bulk: Bulk, count: string, first: FirstChoice["first"]): string | undefined {
  const { state, change, environment } = bulk;
  if (first && mayChooseFirst(bulk)) return texts.chosenFirst(first.companyName || bulkTexts.noName);
  if (state === "ready") return texts.first;
  if (state === "paused") return texts.resume;
  if (state !== "canary-done") return undefined;
  return wentThrough(bulk) ? texts.rest({ change, environment, count }) : texts.another;
}

/** Where the primary button leads. */
function nextOf(bulk: Bulk): "checking" | "canary" | "running" {
  if (bulk.state === "paused") return bulk.pausedFrom ?? "running";
  return bulk.state === "canary-done" && wentThrough(bulk) ? "running" : "canary";
}

/** Where it stands in a sentence, and the buttons that take it on. A viewer has none. */
export function NextStep({ bulk, signInHref, first, onFirst }: FirstChoice & { bulk: Bulk; signInHref: string }) {
  const mayWrite = useMayWrite();
  const locale = useNumberLocale();
  const [cancelling, setCancelling] = useState(false);
  const [beginsAnew, setBeginsAnew] = useState(false);
  // The chosen customer has been changed, or can no longer be changed: the choice starts again.
  const { take, retry, isPending, problem } = useSteps(bulk, () => onFirst(undefined));
  const primary = primaryOf(bulk, formatCount(bulk.counts.waiting, locale), first);
  const again = isOver(bulk.state) ? countAgain(bulk.counts) : 0;
  return (
    <>
      <p>{sentence(bulk, (count) => formatPlural(count, customerForms, locale))}</p>
      {problem && (
        <ProblemPanel form="notice" problem={problem} onRetry={retry} retrying={isPending} signInHref={signInHref} />
      )}
      {!mayWrite && !isOver(bulk.state) && <p className="text-ink-muted">{bulkTexts.viewerOnly}</p>}
      {mayWrite && !isOver(bulk.state) && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {primary !== undefined && (
            <Button
              variant="primary"
              aria-disabled={isPending}
              onClick={() =>
                take({
                  step: "resume",
                  to: nextOf(bulk),
                  canaryID: mayChooseFirst(bulk) ? first?.customerID : undefined,
                })
              }
              className="max-w-full max-sm:h-auto max-sm:min-h-8 max-sm:whitespace-normal max-sm:py-1"
            >
              <CirclePlay aria-hidden className="size-4 shrink-0" />
              <bdi className="min-w-0 truncate max-sm:whitespace-normal">{primary}</bdi>
            </Button>
          )}
          {isAtWork(bulk.state) && (
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
      {mayWrite && mayChooseFirst(bulk) && <p className="text-fine text-ink-muted print:hidden">{texts.choose}</p>}
      {mayWrite && again > 0 && (
        <Button className="self-start print:hidden" onClick={() => setBeginsAnew(true)}>
          <RotateCcw aria-hidden className="size-4" />
          {texts.again(formatPlural(again, customerForms, locale))}
        </Button>
      )}
      {beginsAnew && (
        <StartBulk
          environment={bulk.environment}
          source={{ kind: "again", bulkID: bulk.bulkID }}
          size={again}
          initial={bulk}
          onClose={() => setBeginsAnew(false)}
        />
      )}
      {cancelling && (
        <CancelDialog
          bulk={bulk}
          onClose={() => setCancelling(false)}
          onCancel={() => {
            setCancelling(false);
            take({ step: "cancel" });
          }}
        />
      )}
    </>
  );
}
