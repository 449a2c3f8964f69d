"use client";

import Link from "next/link";
import { reviewTexts as texts } from "#components/customers/create/texts.ts";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { pages } from "#lib/paths.ts";

/** The ID of the checkbox that confirms a second customer. */
export const sameCreationID = "creation-despite";

interface SameCreationNoticeProps {
  /** The earlier operation with the same values. */
  operation: Operation;
  isConfirmed: boolean;
  /** True if the server has already refused to send the same values again. */
  isRefused: boolean;
  /** The error if the person tried to send without ticking the checkbox. */
  error: string | undefined;
  onConfirm: (isConfirmed: boolean) => void;
}

/**
 * Warns that the same values were sent recently. To send them again, the person must confirm that a second customer is
 * wanted.
 */
export function SameCreationNotice({ operation, isConfirmed, isRefused, error, onConfirm }: SameCreationNoticeProps) {
  const { environment, operationID, createdAt } = operation;
  const errorID = `${sameCreationID}-error`;
  return (
    <section
      role={isRefused ? "alert" : "status"}
      className="flex gap-2.5 rounded-base border border-line bg-caution-soft px-3 py-2.5"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <div className="min-w-0">
        <p className="font-semibold">{isRefused ? texts.sameRefused : texts.same}</p>
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="inline-block first-letter:uppercase">
            {texts.asked} <Timestamp value={createdAt} detail="clock" />
          </span>
          <OutcomeStatus operation={operation} />
          <Link
            href={pages.operation(environment, operationID)}
            prefetch={false}
            className="text-accent underline underline-offset-2"
          >
            {texts.sameOpen}
          </Link>
        </p>
        <p className="text-ink-muted">{texts.sameWhy}</p>
        <label className="mt-2 flex min-h-6 items-start gap-2 font-medium">
          <input
            id={sameCreationID}
            type="checkbox"
            checked={isConfirmed}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : errorID}
            onChange={({ target }) => onConfirm(target.checked)}
            className="mt-0.5 size-4 shrink-0"
          />
          {texts.sameMeant}
        </label>
        {error !== undefined && (
          <p id={errorID} className="text-negative text-table">
            {error}
          </p>
        )}
      </div>
    </section>
  );
}
