import type { ChangeState, ChangeStep } from "./change-state.ts";
import { conflictTexts, formTexts, lostTexts, resultTexts, reviewTexts } from "./texts.ts";

/** The dialog's title at a step. */
export function titleOf({ step, member }: Pick<ChangeState, "step" | "member">): string {
  switch (step.name) {
    case "review":
    case "sending":
      return reviewTexts.title(member);
    case "conflict":
      return conflictTexts.title;
    case "lost":
      return lostTexts.title;
    case "result":
      return resultTexts.title(member);
    default:
      return formTexts.title;
  }
}

/** What is said of a change that came to no success, to those who do not see the step that is shown then. */
export function failureInWords(step: ChangeStep): string {
  switch (step.name) {
    case "conflict":
      return conflictTexts.title;
    case "choose":
      return formTexts.notChanged;
    default:
      return lostTexts.title;
  }
}
