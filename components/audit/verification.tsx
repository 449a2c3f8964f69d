import { CircleAlert, ShieldCheck } from "#components/ui/icon/icons.tsx";
import { Status } from "#components/ui/status/status.tsx";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { breakText, eventForms, verificationTexts as texts } from "./texts.ts";
import type { VerificationState } from "./use-verification.ts";

/**
 * Says that the hash chain has no breaks. If a key is missing, an unbroken chain proves only that the events are
 * consistent with each other.
 */
function NoBreaks({ state }: { state: Extract<VerificationState, { step: "done" }> }) {
  const count = formatPlural(state.checked, eventForms);
  if (state.unknownKeys.length === 0 && !state.isOpen) {
    return (
      <Status tone="positive" icon={ShieldCheck}>
        {texts.intact(count)}
      </Status>
    );
  }
  const isUnknown = state.unknownKeys.length > 0;
  return (
    <Status tone="caution" icon={CircleAlert}>
      {isUnknown ? texts.unknownKeys(count, state.unknownKeys.join(", ")) : texts.open(count)}
    </Status>
  );
}

/** The result of the verification, with the places where the chain is broken. */
export function VerificationResult({ state }: { state: VerificationState }) {
  return (
    <>
      {state.step === "running" && state.last > 0 && texts.running(formatCount(state.checked), formatCount(state.last))}
      {state.step === "failed" && (
        <Status tone="caution" icon={CircleAlert}>
          {texts.failed}
        </Status>
      )}
      {state.step === "done" && state.breaks.length === 0 && <NoBreaks state={state} />}
      {state.step === "done" && state.breaks.length > 0 && (
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
    </>
  );
}
