import type { SsoProblem } from "#lib/contract/access/sso.ts";

/**
 * Why a single sign-on attempt was refused. The sign-in page shows a sentence for the reason, and the audit log
 * contains the name of the reason.
 */
export class SsoRefusal extends Error {
  override readonly name = "SsoRefusal";
  readonly problem: SsoProblem;
  /**
   * Facts that help an administrator to find the reason, for example values that match no role. The size of the facts
   * is limited.
   */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(problem: SsoProblem, facts: Readonly<Record<string, unknown>> = {}, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
    this.facts = facts;
  }
}
