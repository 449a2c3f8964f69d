import { CircleAlert, ShieldCheck } from "#components/ui/icon/icons.tsx";
import { Status } from "#components/ui/status/status.tsx";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { breakText, eventForms, verificationTexts as texts } from "./texts.ts";
import type { VerificationState } from "./use-verification.ts";

/** What the check of the log has come to, and where the chain breaks. */
export function VerificationResult({ state }: { state: VerificationState | undefined }) {
  const isRunning = state?.step === "running";
  return (
    <div role="status" className="text-table empty:hidden">
      {isRunning && state.last > 0 && texts.running(formatCount(state.checked), formatCount(state.last))}
      {state?.step === "failed" && (
        <Status tone="caution" icon={CircleAlert}>
          {texts.failed}
        </Status>
      )}
      {state?.step === "done" && state.breaks.length === 0 && (
        <Status tone="positive" icon={ShieldCheck}>
          {texts.intact(formatPlural(state.checked, eventForms))}
        </Status>
      )}
      {state?.step === "done" && state.breaks.length > 0 && (
        <>
          <Status tone="negative" icon={CircleAlert}>
            {texts.broken}
          </Status>
          <ul className="list-disc ps-8">
            {state.breaks.map((one) => (
              <li key={`${one.sequence} ${one.kind}`}>{breakText(one)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
