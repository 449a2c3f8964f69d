import type { ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";

const sentences: Readonly<Record<ApprovalReason, string>> = {
  "single-changes": "Every contract change needs approval here.",
  "planned-changes": "Planned changes need approval here.",
  imports: "Imports need approval here.",
  "bulk-rows": "Bulk changes of this size need approval here.",
  "rows-in-24-hours": "Your changes of the last 24 hours together reach the number that needs approval here.",
  plan: "This plan needs approval here.",
  term: "This term needs approval here.",
  "unknown-plan-rule":
    "An approval rule names a plan that is not known, so every change of a plan needs approval here.",
  "unknown-term-rule":
    "An approval rule names a term that is not known, so every change of a term needs approval here.",
  requested: "Approval was requested and has not been given.",
};

/** Explains in a sentence why the approval of a second person is needed. */
export const reasonSentence = (reason: ApprovalReason): string => sentences[reason];
