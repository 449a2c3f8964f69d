import { CircleCheck, CirclePause, CircleSlash, Radio, RefreshCw } from "#components/ui/icon/icons.tsx";
import { Status, type Tone } from "#components/ui/status/status.tsx";
import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { connectionTexts } from "./texts.ts";

const statusStyles: Readonly<Record<keyof typeof connectionTexts, { tone: Tone; icon: typeof Radio }>> = {
  live: { tone: "positive", icon: Radio },
  polling: { tone: "progress", icon: RefreshCw },
  paused: { tone: "neutral", icon: CirclePause },
  ended: { tone: "caution", icon: CircleSlash },
  finished: { tone: "neutral", icon: CircleCheck },
  listed: { tone: "neutral", icon: RefreshCw },
};

/** Says whether the page's data updates automatically, and how. */
export function LiveConnectionState({
  connection,
  watching,
  isList = false,
}: {
  connection: LiveJobs["connection"];
  watching: boolean;
  /** True for a list. A list still loads new jobs when all of its visible jobs have ended. */
  isList?: boolean;
}) {
  const state = watching ? connection : isList ? "listed" : "finished";
  const { tone, icon } = statusStyles[state];
  const { word, why } = connectionTexts[state];
  return (
    <Status tone={tone} icon={icon} title={why} className="text-fine print:hidden">
      {word}
    </Status>
  );
}
