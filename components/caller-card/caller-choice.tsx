"use client";

import { useEffect, useRef } from "react";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { Ago } from "#components/ui/time/ago.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { CallerSubject } from "#lib/caller/caller-subject.ts";
import type { CallerCandidate } from "#lib/contract/console/caller-card.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { callerTexts as texts } from "./texts.ts";
import type { FoundCaller } from "./use-caller-cards.ts";

/** The customers who may be calling. A person chooses one, because a caller may use another's telephone. */
export function CallerChoice({
  found,
  onChoose,
}: {
  found: readonly FoundCaller[];
  onChoose: (subject: CallerSubject) => void;
}) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <section className="overflow-clip rounded-base border border-line-strong bg-surface">
      <h2 className="px-4 pt-3 font-semibold text-title">{found.length === 1 ? texts.chooseOne : texts.choose}</h2>
      <p className="px-4 pb-3 text-ink-muted text-table">{texts.chooseWhy}</p>
      <ul>
        {found.map(({ environment, candidate }, index) => (
          <li key={`${environment} ${candidate.customerID}`} className="border-line border-t">
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              onClick={() => onChoose({ by: "customer", value: candidate.customerID, environment })}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-start hover:bg-accent-soft focus-visible:-outline-offset-2"
            >
              <EnvironmentMark environment={environment} />
              <bdi className="font-medium text-accent wrap-anywhere">
                {candidate.companyName || shortenMiddle(candidate.customerID)}
              </bdi>
              <CandidateFacts candidate={candidate} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CandidateFacts({ candidate }: { candidate: CallerCandidate }) {
  const { number, email, deleted, confirmed, seenAt, formerUntil } = candidate;
  return (
    <span className="flex flex-wrap gap-x-3 text-ink-muted text-table">
      {deleted && <span className="text-negative">{texts.deleted}</span>}
      {number !== undefined && <bdi className="tabular-nums">{number}</bdi>}
      {email !== undefined && <bdi className="wrap-anywhere">{email}</bdi>}
      {formerUntil === undefined ? (
        confirmed === false &&
        seenAt !== undefined && (
          <span>
            {texts.readAgo} <Ago at={seenAt} />
          </span>
        )
      ) : (
        <span>
          {texts.formerUntil} <Timestamp value={formerUntil} detail="minute" />
        </span>
      )}
    </span>
  );
}
