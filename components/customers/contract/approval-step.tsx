"use client";

import Link from "next/link";
import { CircleCheck, UserRound } from "#components/ui/icon/icons.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Approval } from "#lib/contract/operations/approval.ts";
import { pages } from "#lib/paths.ts";
import { approvalTexts as texts } from "./texts.ts";

/** Says that nothing was sent, because the policy requires the approval of a second person. */
export function ApprovalStep({ why, failure }: { why: string; failure: string | undefined }) {
  return (
    <div role="alert" className="flex flex-col gap-3">
      <p className="flex gap-2">
        <UserRound aria-hidden className="mt-0.5 size-4 shrink-0 text-progress" />
        {why}
      </p>
      <p className="text-ink-muted">{texts.explained}</p>
      {failure !== undefined && <p className="text-negative">{failure}</p>}
    </div>
  );
}

/** Says that the request waits for another person's approval. */
export function RequestedStep({ approval, onLeave }: { approval: Approval; onLeave: () => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="flex gap-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
        {texts.waits}
      </p>
      <p className="text-ink-muted">
        {texts.expires} <Timestamp value={approval.expiresAt} detail="minute" />.
      </p>
      <p>
        <Link
          href={pages.approval(approval.environment, approval.approvalID)}
          prefetch={false}
          onClick={onLeave}
          className="text-accent underline"
        >
          {texts.open}
        </Link>
      </p>
    </div>
  );
}
