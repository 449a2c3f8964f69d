"use client";

import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import type { Bulk, BulkRowState } from "#lib/contract/bulk.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { stepTexts as texts } from "./step-texts.ts";

const toChange: readonly BulkRowState[] = [
  ...(["waiting", "sending", "changed", "accepted", "conflict", "failed", "unknown", "cancelled"] as const),
];

const left: readonly BulkRowState[] = ["waiting", "sending", "cancelled"];

/** How far a bulk change has come: of the check until it is over, then of the changes. */
export function progressOf({ state, pausedFrom, counts, total }: Bulk): { label: string; done: number; of: number } {
  const sum = (states: readonly BulkRowState[]) => states.reduce((count, one) => count + counts[one], 0);
  if (state === "checking" || pausedFrom === "checking") {
    const known = Object.values(counts).reduce((count, one) => count + one, 0);
    return { label: texts.progressChecking, done: known - counts.pending, of: Math.max(total, known) };
  }
  const of = sum(toChange);
  return { label: texts.progressChanging, done: of - sum(left), of };
}

/** The bar, with its numbers in words beside it. */
export function BulkProgress({ bulk }: { bulk: Bulk }) {
  const locale = useNumberLocale();
  const { label, done, of } = progressOf(bulk);
  if (of === 0) return null;
  const numbers = `${formatCount(done, locale)} ${texts.of} ${formatCount(of, locale)}`;
  return (
    <div>
      <p className="flex justify-between gap-4 text-fine text-ink-muted">
        <span>{label}</span>
        <span>{numbers}</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
        aria-valuetext={numbers}
        className="mt-1 overflow-clip rounded-small bg-sunken forced-colors:border"
      >
        <svg aria-hidden="true" width="100%" height="6" className="block" preserveAspectRatio="none">
          <rect
            width={`${(100 * done) / of}%`}
            height="6"
            className={classNames(done === of ? "fill-positive" : "fill-progress", "forced-colors:fill-[Highlight]")}
          />
        </svg>
      </div>
    </div>
  );
}
