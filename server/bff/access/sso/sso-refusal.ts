import type { SsoProblem } from "#lib/contract/access/sso.ts";

/** Why a round of single sign-on did not end well: the sign-in page says it in words, the audit log by its name. */
export class SsoRefusal extends Error {
  override readonly name = "SsoRefusal";
  readonly problem: SsoProblem;
  /** What an administrator needs to find the reason, such as the values that no role follows from; bounded. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(problem: SsoProblem, facts: Readonly<Record<string, unknown>> = {}, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
    this.facts = facts;
  }
}
