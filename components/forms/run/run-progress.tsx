"use client";

import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { formatCount } from "#lib/format/format-number.ts";
import { runTexts as texts } from "./texts.ts";

/** A progress bar that also shows its numbers as text. */
export function RunProgress({ label, done, of }: { label: string; done: number; of: number }) {
  const locale = useNumberLocale();
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
