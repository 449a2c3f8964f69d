import { Timestamp, ZoneName } from "#components/ui/time/timestamp.tsx";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { signInTexts as texts } from "./texts.ts";

const plain = new Set<ShownProblem["code"]>(["sign_in_failed", "second_factor_failed"]);

/** The time when the person can try again, and the ID with which the support team can find the attempt. */
export function SignInProblemFacts({ problem }: { problem: ShownProblem }) {
  return (
    <>
      {problem.retryAt !== undefined && (
        <p className="text-ink-muted">
          {texts.tryAgainAfter} <Timestamp value={problem.retryAt} detail="clock" /> <ZoneName />
        </p>
      )}
      {problem.requestID !== undefined && !plain.has(problem.code) && (
        <p className="text-fine text-ink-muted">
          {texts.requestID} <span className="font-mono wrap-anywhere">{problem.requestID}</span>
        </p>
      )}
    </>
  );
}
