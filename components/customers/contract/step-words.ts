import type { ChangeState, ChangeStep } from "./change-state.ts";
import { isPlan, rightNow, type When } from "./plan/when.ts";
import {
  approvalTexts,
  conflictTexts,
  formTexts,
  planStepTexts,
  resultTexts,
  reviewTexts,
  undoTexts,
  unknownStepTexts,
} from "./texts.ts";

/** The dialog's title at a step. */
export function stepTitle({
  step,
  member,
  second = "",
  when = rightNow,
  undoOf,
}: Pick<ChangeState, "step" | "member" | "undoOf"> & { second?: string; when?: When }): string {
  switch (step.name) {
    case "review":
    case "sending":
      if (undoOf !== undefined) return undoTexts.title(member);
      if (isPlan(when)) return planStepTexts.title;
      return second === "" ? reviewTexts.title(member) : reviewTexts.titleBoth;
    case "conflict":
      return conflictTexts.title;
    case "approval":
      return approvalTexts.title;
    case "requested":
      return approvalTexts.requested;
    case "unknown":
      return unknownStepTexts.title;
    case "result":
      return resultTexts.title(member);
    case "planned":
      return step.planned.state === "awaiting-approval" ? planStepTexts.waiting : planStepTexts.done;
    default:
      return formTexts.title;
  }
}

/** Announced to screen readers if a change did not succeed. */
export function stepFailureText(step: ChangeStep, when: When = rightNow): string {
  if (isPlan(when)) return planStepTexts.notScheduled;
  switch (step.name) {
    case "conflict":
      return conflictTexts.title;
    case "approval":
      return approvalTexts.title;
    case "choose":
      return formTexts.notChanged;
    default:
      return unknownStepTexts.title;
  }
}
