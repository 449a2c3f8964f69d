"use client";

import { RotateCw, TriangleAlert } from "lucide-react";
import { Button } from "./button.tsx";
import { CheckNow } from "./check-now.tsx";
import { freshnessTexts as texts } from "./freshness-texts.ts";
import { Timestamp, ZoneName } from "./timestamp.tsx";

interface FreshnessProps {
  /** What was read: its age, and whether it stands in for something newer. */
  answer: { asOf: string; stale?: true | undefined; retryAt?: string | undefined } | undefined;
  reloading: boolean;
  onReload: () => void;
  /** What the button reloads, for those who only hear it: "Reload activities". */
  reloadLabel?: string;
}

/**
 * When something was read, whether it is the last good answer only, and the way to a newer one. In a panel
 * that is narrow it stands below the title, with the button as an icon in the corner. Last in its line, it
 * has the button's word, not its edge, in line with what is below.
 */
export function Freshness({ answer, reloading, onReload, reloadLabel }: FreshnessProps) {
  return (
    <div
      data-freshness
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-fine text-ink-muted sm:last:-me-3.25 @max-md:last:-me-2 @max-[26rem]:last:me-0 print:last:me-0 @max-[26rem]:basis-full @max-[26rem]:pb-1.5"
    >
      {answer?.stale && (
        <p className="inline-flex items-center gap-1.5 rounded-small bg-caution-soft px-2 py-0.5 text-caution">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {answer.retryAt === undefined ? (
            texts.stale
          ) : (
            <span>
              {texts.pausedUntil} <Timestamp value={answer.retryAt} detail="clock" /> <ZoneName />: {texts.staleCache}
            </span>
          )}
        </p>
      )}
      {answer?.stale && answer.retryAt !== undefined && <CheckNow />}
      {answer && (
        <p>
          {texts.asOf} <Timestamp value={answer.asOf} detail="time" />
        </p>
      )}
      <Button
        variant="quiet"
        className="@max-md:w-8 @max-md:px-0 @max-[26rem]:absolute @max-[26rem]:end-2 @max-[26rem]:top-2.5 print:hidden"
        aria-label={reloadLabel}
        aria-disabled={reloading}
        onClick={onReload}
      >
        <RotateCw aria-hidden className={reloading ? "size-3.5 animate-spin" : "size-3.5"} />
        <span className="@max-md:sr-only">{texts.reload}</span>
      </Button>
    </div>
  );
}
