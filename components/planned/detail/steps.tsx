"use client";

import Link from "next/link";
import { PlannedStepStatus } from "#components/ui/status/planned-status.tsx";
import { ZonedTime } from "#components/ui/time/zoned-time.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { PlannedChange, PlannedStep } from "#lib/contract/operations/planned.ts";
import { formatWithZone } from "#lib/format/zoned-time.ts";
import { pages } from "#lib/paths.ts";
import { ContractsTable } from "./contracts-table.tsx";
import { detailTexts as texts } from "./detail-texts.ts";

/**
 * The contracts that explain why a step is suspended: the reviewed contract and the contract that the console found. If
 * the step ends a temporary change, also the contract before the change. Undefined for a step that is not suspended
 * because of its contract.
 */
function comparedAt({ kind, original, reviewed, found, change }: PlannedStep, expected: Contract) {
  if (!found) return undefined;
  if (kind === "apply") {
    return [
      { title: texts.reviewed, contract: reviewed ?? expected },
      { title: texts.found, contract: found },
    ];
  }
  const ours = reviewed ?? { ...expected };
  return [
    { title: texts.original, contract: original ?? { ...ours, ...change } },
    { title: texts.thisChange, contract: ours },
    { title: texts.found, contract: found },
  ];
}

interface StepProps {
  planned: PlannedChange;
  step: PlannedStep;
  number: number;
  /**
   * The number of an earlier step that must be verified before this step is sent. Set if both steps have the same time.
   */
  follows: number | undefined;
}

function Step({ planned, step, number, follows }: StepProps) {
  const { environment, expected } = planned;
  const { kind, dueAt, zone, offset, notAfter, state, reason, operationID, attempt } = step;
  const columns = comparedAt(step, expected);
  const isOpen = state === "scheduled" || state === "awaiting-approval" || state === "suspended";
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 px-4 py-3 not-first:border-line not-first:border-t">
      <span
        aria-hidden
        className="mt-0.5 grid size-5 place-items-center rounded-full bg-sunken font-medium text-fine tabular-nums"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="font-semibold wrap-anywhere">
            {kind === "apply" ? texts.applies(step) : texts.reverts(step)}
          </h3>
          <PlannedStepStatus state={state} />
        </div>
        {follows === undefined ? (
          <ZonedTime at={dueAt} zone={zone} offset={offset} className="text-table" />
        ) : (
          <p className="text-table">{texts.follows(follows)}</p>
        )}
        {isOpen && follows === undefined && (
          <p suppressHydrationWarning className="text-fine text-ink-muted">
            {texts.notAfter} {formatWithZone(notAfter, zone)}
          </p>
        )}
        {reason && reason.at !== planned.stateReason?.at && (
          <p className="text-table wrap-anywhere">{reason.message}</p>
        )}
        {columns && <ContractsTable caption={texts.compared} columns={columns} />}
        {(operationID !== undefined || attempt > 1) && (
          <p className="flex flex-wrap gap-x-4 text-table">
            {operationID !== undefined && (
              <Link
                href={pages.operation(environment, operationID)}
                prefetch={false}
                className="font-medium text-accent hover:underline"
              >
                {texts.operation}
              </Link>
            )}
            {attempt > 1 && <span className="text-ink-muted">{texts.attempts(attempt)}</span>}
          </p>
        )}
      </div>
    </li>
  );
}

/** The steps of a planned change in order, each with its time and result. */
export function PlannedSteps({ planned }: { planned: PlannedChange }) {
  return (
    <ol>
      {planned.steps.map((step, index, steps) => {
        const { kind, dueAt } = steps[index - 1] ?? {};
        const follows = kind === step.kind && dueAt === step.dueAt ? index : undefined;
        return <Step key={step.stepID} planned={planned} step={step} number={index + 1} follows={follows} />;
      })}
    </ol>
  );
}
