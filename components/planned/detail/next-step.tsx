"use client";

import Link from "next/link";
import { useState } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { useCanWrite, useSession } from "#components/ui/session.tsx";
import { isInEffect, PlannedStatus } from "#components/ui/status/planned-status.tsx";
import { ZonedTime } from "#components/ui/time/zoned-time.tsx";
import type { PlannedAction, PlannedChange } from "#lib/contract/operations/planned.ts";
import { isFinalPlanned } from "#lib/contract/values/operations/planned-states.ts";
import { pages } from "#lib/paths.ts";
import { actionsOf, primaryAction, standingOf } from "./decision.ts";
import { actionName, nextTexts, detailTexts as texts } from "./detail-texts.ts";

const DecisionDialog = lazyPart(() => import("./decision-dialog.tsx").then((module) => module.DecisionDialog));

function Sentence({ planned }: { planned: PlannedChange }) {
  const { state, steps, nextAt, stateReason, held } = planned;
  const isWaiting = state === "scheduled";
  const isApplied = isInEffect(planned);
  const next = steps.find(({ dueAt }) => dueAt === nextAt);
  return (
    <div className="flex flex-col gap-1">
      <p>{isWaiting ? (isApplied ? nextTexts.inEffect : nextTexts.scheduled) : nextTexts[state]}</p>
      {isWaiting && next && (
        <ZonedTime at={next.dueAt} zone={next.zone} offset={next.offset} className="font-semibold" />
      )}
      {isWaiting && (
        <p className="text-ink-muted text-table">{isApplied ? nextTexts.inEffectRule : nextTexts.scheduledRule}</p>
      )}
      {held && !isFinalPlanned(state) && <p className="text-caution">{nextTexts.held}</p>}
      {stateReason && <p className="wrap-anywhere">{stateReason.message}</p>}
    </div>
  );
}

/** The state of a planned change, its next step, and the decisions that the person can make now. */
export function NextStep({ planned }: { planned: PlannedChange }) {
  const [asked, setAsked] = useState<PlannedAction>();
  const mayWrite = useCanWrite();
  const { environment, state, approval } = planned;
  const { staffID } = useSession().staff;
  const actions = actionsOf(planned, staffID);
  const standing = standingOf(planned);
  const isWaiting = state === "awaiting-approval";
  // While the change waits for an approval, the link to the approval is the main action. So no decision is primary.
  const primary = isWaiting ? undefined : primaryAction(actions);
  const ordered = primary === undefined ? actions : [primary, ...actions.filter((action) => action !== primary)];
  const needsPerson = state === "suspended" || state === "missed" || state === "unknown";
  return (
    <KeepFocus>
      <section
        tabIndex={-1}
        {...keepFocusProps}
        aria-label={texts.title}
        className={`flex flex-col gap-3 rounded-base border bg-surface px-4 py-3 ${needsPerson ? "border-caution/50" : "border-line"}`}
      >
        <div role="status" className="flex flex-col gap-2">
          <PlannedStatus planned={planned} />
          <Sentence planned={planned} />
        </div>
        {isWaiting && approval && (
          <Link
            href={pages.approval(environment, approval.approvalID)}
            prefetch={false}
            className={`${buttonClass(mayWrite ? "primary" : "secondary")} self-start`}
          >
            {texts.openApproval}
          </Link>
        )}
        {mayWrite && ordered.length > 0 && (
          <div className="flex flex-wrap gap-2 print:hidden">
            {ordered.map((action) => (
              <Button
                key={action}
                variant={action === primary ? "primary" : "secondary"}
                {...loadsOnIntent(DecisionDialog)}
                onClick={() => setAsked(action)}
              >
                {actionName(action, standing)}
              </Button>
            ))}
          </div>
        )}
        {!mayWrite && !isFinalPlanned(state) && <p className="text-ink-muted text-table">{texts.viewerOnly}</p>}
        {asked && <DecisionDialog planned={planned} action={asked} onClose={() => setAsked(undefined)} />}
      </section>
    </KeepFocus>
  );
}
