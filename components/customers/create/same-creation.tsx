"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { OutcomeStatus } from "#components/ui/outcome-status.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Operation } from "#lib/contract/operation.ts";
import { pages } from "#lib/paths.ts";
import { reviewTexts as texts } from "./texts.ts";

/** The ID of the box to tick. */
export const sameCreationID = "creation-despite";

interface SameCreationProps {
  /** What was asked with the same values. */
  operation: Operation;
  isMeant: boolean;
  /** True after the console has refused to send it. */
  isRefused: boolean;
  /** Said after it was to be sent without the tick. */
  error: string | undefined;
  onMeant: (isMeant: boolean) => void;
}

/** The same values were sent a moment ago: a second customer only for who says that they mean one. */
export function SameCreation({ operation, isMeant, isRefused, error, onMeant }: SameCreationProps) {
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
            {texts.asked} <Timestamp value={createdAt} detail="clock" /> <ZoneName />
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
            checked={isMeant}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : errorID}
            onChange={({ target }) => onMeant(target.checked)}
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
