import { classNames } from "#components/ui/class-names.ts";
import { Check } from "#components/ui/icon/icons.tsx";
import type { Import, ImportState } from "#lib/contract/operations/imports.ts";
import { stepNames, stepsTexts as texts } from "./texts.ts";

type StepName = keyof typeof stepNames;

const order = Object.keys(stepNames) as StepName[];

const stepOfState: Readonly<Record<ImportState, StepName>> = {
  uploaded: "columns",
  mapped: "check",
  checking: "check",
  checked: "check",
  first: "first",
  "first-done": "first",
  running: "rest",
  paused: "rest",
  finished: "results",
  cancelled: "results",
};

/** The current step of an import. If the import is paused, the step at which it was paused. */
function currentStep({ state, pausedFrom }: Pick<Import, "state" | "pausedFrom">): StepName {
  if (state === "paused" && pausedFrom === "checking") return "check";
  return state === "paused" && pausedFrom === "first" ? "first" : stepOfState[state];
}

/** The steps of an import. The current step is marked. */
export function StepsBar({ found }: { found: Pick<Import, "state" | "pausedFrom" | "startedAt"> }) {
  const current = order.indexOf(currentStep(found));
  // An import that was cancelled before it started has skipped the middle steps.
  const isCut = found.state === "cancelled" && found.startedAt === undefined;
  return (
    <ol aria-label={texts.label} className="flex flex-wrap gap-x-1 gap-y-1 text-fine print:hidden">
      {order.map((name, index) => {
        const isCurrent = index === current;
        const isDone = index < current && !(isCut && index > 0);
        return (
          <li
            key={name}
            aria-current={isCurrent ? "step" : undefined}
            className={classNames(
              "flex items-center gap-1.5 rounded-base px-2 py-1",
              isCurrent ? "bg-accent-soft font-semibold text-ink" : isDone ? "text-ink" : "text-ink-muted",
            )}
          >
            {isDone ? (
              <Check aria-hidden className="size-3.5 text-positive" />
            ) : (
              <span aria-hidden className="tabular-nums">
                {index + 1}
              </span>
            )}
            {stepNames[name]}
            {isDone && <span className="sr-only">({texts.done})</span>}
          </li>
        );
      })}
    </ol>
  );
}
