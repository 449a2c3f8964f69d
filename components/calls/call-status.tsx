import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleSlash,
  CircleX,
  GitCompareArrows,
  History,
} from "#components/ui/icon/icons.tsx";
import { outcomeName } from "#components/ui/status/call-texts.ts";
import { Status, type StatusStyle } from "#components/ui/status/status.tsx";
import type { Call } from "#lib/contract/calls/call.ts";
import { kindNames } from "./texts.ts";

interface CallStyle extends StatusStyle {
  word: string;
}

function styleOf({ kind, status, error }: Call): CallStyle {
  if (kind === "stale") return { tone: "caution", icon: History, word: kindNames.stale };
  if (kind === "merged" && error === undefined)
    return { tone: "neutral", icon: GitCompareArrows, word: kindNames.merged };
  if (kind === "held") return { tone: "caution", icon: CirclePause, word: outcomeName(error ?? "") };
  if (error === "aborted") return { tone: "neutral", icon: CircleSlash, word: outcomeName(error) };
  if (error === undefined) return { tone: "positive", icon: CircleCheck, word: String(status ?? outcomeName("ok")) };
  const word = status === undefined ? outcomeName(error) : `${status}, ${outcomeName(error)}`;
  return { tone: "negative", icon: status === undefined ? CircleX : CircleAlert, word };
}

/** The result of a call: the status code from the API, or the reason why no answer came. */
export function CallStatus({ call }: { call: Call }) {
  const { tone, icon, word } = styleOf(call);
  return (
    <Status tone={tone} icon={icon}>
      <span className="inline-block first-letter:uppercase">{word}</span>
    </Status>
  );
}
