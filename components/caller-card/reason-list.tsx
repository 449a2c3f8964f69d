"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import {
  Activity,
  CalendarClock,
  CircleHelp,
  GitCompareArrows,
  History,
  Hourglass,
  type IconComponent,
  LoaderCircle,
  Pin,
  TriangleAlert,
} from "#components/ui/icon/icons.tsx";
import { StripRow, StripRows } from "#components/ui/panel/strip-row.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { CallerReason } from "#lib/contract/console/caller-card.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { CallerReasonKind } from "#lib/contract/values/console/caller-reasons.ts";
import { lastActivityQueryOptions } from "#lib/query/customers/caller-card.ts";
import { callerReasonNames, callerTexts as texts } from "./texts.ts";

type Tone = "neutral" | "accent" | "progress" | "caution" | "negative";

const kindStyles: Readonly<Record<CallerReasonKind, { icon: IconComponent; tone: Tone }>> = {
  failed: { icon: TriangleAlert, tone: "negative" },
  unknown: { icon: CircleHelp, tone: "caution" },
  job: { icon: LoaderCircle, tone: "progress" },
  "stuck-job": { icon: Hourglass, tone: "caution" },
  changed: { icon: History, tone: "neutral" },
  elsewhere: { icon: GitCompareArrows, tone: "neutral" },
  planned: { icon: CalendarClock, tone: "accent" },
  note: { icon: Pin, tone: "accent" },
};

interface ReasonListProps {
  environment: Environment;
  customerID: string;
  reasons: readonly CallerReason[];
}

/** Why the customer may be calling, each reason with its time. The last activity is read after the card. */
export function ReasonList({ environment, customerID, reasons }: ReasonListProps) {
  return (
    <section aria-label={texts.reasons}>
      {reasons.length === 0 && <p className="border-line border-t px-4 py-3 text-ink-muted">{texts.noReasons}</p>}
      <StripRows className="border-line border-t">
        {reasons.map(({ kind, at, text, detail, href }) => (
          <StripRow
            key={`${kind} ${href}`}
            icon={kindStyles[kind].icon}
            tone={kindStyles[kind].tone}
            name={callerReasonNames[kind]}
          >
            <span className="flex flex-wrap items-baseline gap-x-3">
              <Link href={href} prefetch={false} className="font-medium text-accent hover:underline">
                <bdi>{text}</bdi>
              </Link>
              {at !== undefined && (
                <span className="text-ink-muted">
                  <Timestamp value={at} detail="minute" />
                </span>
              )}
            </span>
            {detail !== undefined && (
              <bdi className="block text-ink-muted wrap-anywhere" title={detail}>
                {detail}
              </bdi>
            )}
          </StripRow>
        ))}
        <LastActivity environment={environment} customerID={customerID} />
      </StripRows>
    </section>
  );
}

/** The last activity, in the API's own word. */
function LastActivity({ environment, customerID }: Pick<ReasonListProps, "environment" | "customerID">) {
  const { data: activity, error } = useQuery(lastActivityQueryOptions(environment, customerID));
  return (
    <StripRow icon={Activity} name={texts.lastActivity}>
      {activity ? (
        <span className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="font-medium">{[activity.type, activity.direction].filter(Boolean).join(", ")}</bdi>
          {activity.at !== undefined && (
            <span className="text-ink-muted">
              <Timestamp value={activity.at} detail="minute" />
            </span>
          )}
        </span>
      ) : (
        <span className="text-ink-muted">
          {error ? texts.activityFailed : activity === null ? texts.noActivity : texts.searching}
        </span>
      )}
    </StripRow>
  );
}
