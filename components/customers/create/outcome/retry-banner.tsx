"use client";

import Link from "next/link";
import { retryBannerTexts as texts } from "#components/customers/create/texts.ts";
import { RotateCcw, TriangleAlert } from "#components/ui/icon/icons.tsx";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { pages } from "#lib/paths.ts";

interface RetryBannerProps {
  operation: Operation;
  /** True if it is unknown whether the earlier operation created a customer. */
  isUncertain: boolean;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  /** The error if the person requested a review without ticking the checkbox. */
  error: string | undefined;
}

const confirmRetryID = "creation-knowingly";

/**
 * Names the earlier operation whose values are reused. If its outcome is unknown, also warns that a second customer may
 * be created.
 */
export function RetryBanner({ operation, isUncertain, isConfirmed, onConfirm, error }: RetryBannerProps) {
  const { operationID, environment } = operation;
  const Icon = isUncertain ? TriangleAlert : RotateCcw;
  return (
    <section
      aria-label={texts.repeats}
      className={`flex gap-2.5 rounded-base border border-line px-4 py-3 ${isUncertain ? "bg-caution-soft" : "bg-surface"}`}
    >
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isUncertain ? "text-caution" : "text-ink-muted"}`} />
      <div className="min-w-0 max-w-[80ch]">
        <p className="font-semibold">{isUncertain ? texts.unknownTitle : texts.repeats}</p>
        <p>{isUncertain ? texts.unknown : texts.failed}</p>
        <p>
          <Link
            href={pages.operation(environment, operationID)}
            prefetch={false}
            className="text-accent underline underline-offset-2"
          >
            {texts.open}
          </Link>{" "}
          <span className="font-mono text-fine text-ink-muted wrap-anywhere">{operationID}</span>
        </p>
        {isUncertain && (
          <div className="mt-2">
            <label className="flex min-h-6 items-start gap-2 font-medium">
              <input
                id={confirmRetryID}
                type="checkbox"
                checked={isConfirmed}
                aria-invalid={error !== undefined}
                aria-describedby={error === undefined ? undefined : `${confirmRetryID}-error`}
                onChange={({ target }) => onConfirm(target.checked)}
                className="mt-0.5 size-4 shrink-0"
              />
              {texts.knowingly}
            </label>
            {error !== undefined && (
              <p id={`${confirmRetryID}-error`} className="text-negative text-table">
                {error}
              </p>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
