import { ErrorSummary } from "#components/forms/error-summary.tsx";
import type { SsoProblem as Problem, SsoProviderChoice } from "#lib/contract/access/sso.ts";
import { ssoProblemTexts, ssoTexts as texts } from "./sso-texts.ts";

export interface SsoFailure {
  problem: Problem;
  /** The provider. Undefined if the console does not know the provider. */
  provider: SsoProviderChoice | undefined;
}

/** Says why single sign-on failed. */
export function SsoProblem({ title, problem, provider }: SsoFailure & { title: string }) {
  const message = ssoProblemTexts[problem](provider?.label ?? texts.anyProvider);
  return <ErrorSummary title={title} errors={[{ message }]} attempt={0} />;
}
