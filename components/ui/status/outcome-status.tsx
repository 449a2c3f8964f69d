import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Hand,
  LoaderCircle,
  SearchCheck,
  Send,
  Unplug,
} from "#components/ui/icon/icons.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { outcomeSentence, outcomeWords } from "#lib/operation-kinds/outcome-texts.ts";
import { outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { Status, type StatusStyle } from "./status.tsx";

const statusStyles: Readonly<Record<OutcomeDetail, StatusStyle>> = {
  recorded: { tone: "neutral", icon: CircleDashed },
  sent: { tone: "progress", icon: Send },
  running: { tone: "progress", icon: LoaderCircle },
  "awaiting-effect": { tone: "progress", icon: LoaderCircle },
  verified: { tone: "positive", icon: CircleCheck },
  succeeded: { tone: "positive", icon: CircleCheck },
  accepted: { tone: "neutral", icon: CircleCheck },
  resolved: { tone: "positive", icon: SearchCheck },
  failed: { tone: "negative", icon: CircleX },
  cancelled: { tone: "negative", icon: Ban },
  vanished: { tone: "caution", icon: CircleHelp },
  "not-sent": { tone: "negative", icon: Unplug },
  refused: { tone: "negative", icon: CircleX },
  prevented: { tone: "neutral", icon: Hand },
  unknown: { tone: "caution", icon: CircleHelp },
  "effect-not-seen": { tone: "caution", icon: CircleHelp },
  superseded: { tone: "neutral", icon: CircleDashed },
};

interface DetailStatusProps {
  detail: OutcomeDetail;
  /** Details for the tooltip. */
  title?: string | undefined;
  /** The time when the effect was verified. Shown beside the word. */
  verifiedAt?: string | undefined;
  className?: string | undefined;
}

/** The outcome of an operation, shown by word, shape and colour. Use this if only the outcome is known. */
export function OutcomeDetailStatus({ detail, title, verifiedAt, className }: DetailStatusProps) {
  const { tone, icon } = statusStyles[detail];
  return (
    <Status tone={tone} icon={icon} title={title} {...(className !== undefined && { className })}>
      {outcomeWords[detail]}
      {detail === "verified" && verifiedAt !== undefined && (
        <>
          {" "}
          <Timestamp value={verifiedAt} detail="clock" />
        </>
      )}
    </Status>
  );
}

interface OutcomeStatusProps {
  operation: Operation;
  /** The live state of the operation's job, if the page follows the job. */
  live?: LiveJob | undefined;
  /** True if the time of the verification is shown. */
  withTime?: boolean;
  className?: string;
}

/** The outcome of an operation, including its job. Use this wherever the whole operation is known. */
export function OutcomeStatus({ operation, live, withTime = false, className }: OutcomeStatusProps) {
  const detail = outcomeDetail(operation, live);
  return (
    <OutcomeDetailStatus
      detail={detail}
      title={outcomeSentence(detail, operation.kind)}
      verifiedAt={withTime ? operation.confirmedAt : undefined}
      className={className}
    />
  );
}
