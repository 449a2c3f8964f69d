"use client";

import Link from "next/link";
import { issueWords, rowStateNames, rowTexts as texts } from "#components/imports/texts.ts";
import { classNames } from "#components/ui/class-names.ts";
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Equal,
  GitCompareArrows,
  Hourglass,
  LoaderCircle,
  SkipForward,
} from "#components/ui/icon/icons.tsx";
import { OutcomeDetailStatus } from "#components/ui/status/outcome-status.tsx";
import { Status, type StatusStyle } from "#components/ui/status/status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { ImportCandidate, ImportIssue, ImportRow, ImportRowState } from "#lib/contract/operations/imports.ts";
import { pages } from "#lib/paths.ts";
import { levelClass } from "./level-class.ts";

const statusStyles: Readonly<Record<ImportRowState, StatusStyle>> = {
  pending: { tone: "neutral", icon: CircleDashed },
  error: { tone: "negative", icon: CircleX },
  same: { tone: "neutral", icon: Equal },
  similar: { tone: "caution", icon: GitCompareArrows },
  skipped: { tone: "neutral", icon: SkipForward },
  ready: { tone: "neutral", icon: Hourglass },
  sending: { tone: "progress", icon: LoaderCircle },
  accepted: { tone: "progress", icon: Hourglass },
  created: { tone: "positive", icon: CircleCheck },
  failed: { tone: "negative", icon: CircleX },
  unknown: { tone: "caution", icon: CircleHelp },
  cancelled: { tone: "neutral", icon: Ban },
};

/** A fault of a row. `hasWord` is false if the row's state already is the word for the fault. */
function Issue({ issue: { level, column, message }, hasWord }: { issue: ImportIssue; hasWord: boolean }) {
  return (
    <li className="text-fine wrap-anywhere">
      {hasWord && (
        <>
          <span className={classNames("font-medium", levelClass[level])}>{issueWords[level]}:</span>{" "}
        </>
      )}
      {column !== undefined && (
        <>
          <bdi className="font-mono">{column}</bdi>:{" "}
        </>
      )}
      <bdi>{message}</bdi>
    </li>
  );
}

function likeness({ kind, match }: ImportCandidate): string {
  if (kind === "row") return texts.likeRow;
  if (kind === "operation") return match === "same" ? texts.sameOperation : texts.likeOperation;
  return match === "same" ? texts.sameCustomer : texts.likeCustomer;
}

/** A customer, an operation or another row that resembles this row. A customer and an operation link to their page. */
function Candidate({ candidate, environment }: { candidate: ImportCandidate; environment: Environment }) {
  const { kind, id, companyName, email, created, deleted } = candidate;
  const href = kind === "customer" ? pages.customer(environment, id) : pages.operation(environment, id);
  return (
    <li className="text-fine text-ink-muted wrap-anywhere">
      {likeness(candidate)}{" "}
      {kind === "row" ? (
        id
      ) : (
        <Link href={href} prefetch={false} target="_blank" className="text-accent hover:underline">
          <bdi>{companyName}</bdi>
        </Link>
      )}
      {email !== undefined && (
        <>
          , <bdi>{email}</bdi>
        </>
      )}
      {created !== undefined && (
        <>
          , <Timestamp value={created} detail="minute" />
        </>
      )}
      {deleted && `, ${texts.deleted}`}
    </li>
  );
}

/** The state of a row with all details. */
export function RowResult({ row, environment }: { row: ImportRow; environment: Environment }) {
  const { state, outcomeDetail, issues, candidates, reason } = row;
  // The text of the state "same" already says that the row was created earlier.
  const isSent = outcomeDetail !== undefined && state !== "same";
  const shown = candidates.filter(({ match }) => match !== "email");
  return (
    <span className="flex flex-col whitespace-normal py-1.5 cards:py-0">
      {isSent ? (
        <OutcomeDetailStatus detail={outcomeDetail} />
      ) : (
        <Status {...statusStyles[state]}>{rowStateNames[state]}</Status>
      )}
      {reason !== undefined && <bdi className="ps-5.5 text-fine text-ink-muted wrap-anywhere">{reason}</bdi>}
      {!isSent && issues.length + shown.length > 0 && (
        <ul className="ps-5.5">
          {issues.map((issue) => (
            <Issue
              key={`${issue.column} ${issue.message}`}
              issue={issue}
              hasWord={issue.level !== "error" || state !== "error"}
            />
          ))}
          {shown.map((candidate) => (
            <Candidate key={`${candidate.kind} ${candidate.id}`} candidate={candidate} environment={environment} />
          ))}
        </ul>
      )}
    </span>
  );
}
