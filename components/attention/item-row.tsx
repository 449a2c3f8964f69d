"use client";

import Link from "next/link";
import { Button } from "#components/ui/button.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { useSession } from "#components/ui/session.tsx";
import { AttentionStatus } from "#components/ui/status/attention-status.tsx";
import { attentionSubject } from "#components/ui/status/attention-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { AttentionItem } from "#lib/contract/console/attention.ts";
import { attentionTexts as texts } from "./texts.ts";

interface ItemRowProps {
  item: AttentionItem;
  onSnooze: (item: AttentionItem) => void;
  onWake: (item: AttentionItem) => void;
}

/** Who postponed the item, until when, and why. */
function SnoozeFacts({ snooze }: { snooze: NonNullable<AttentionItem["snooze"]> }) {
  return (
    <span className="mt-1 block text-table wrap-anywhere">
      <span className="block text-ink-muted">
        {texts.snoozedBy(snooze.by.email)} {texts.until} <Timestamp value={snooze.until} detail="minute" />
      </span>
      <bdi>{snooze.reason}</bdi>
    </span>
  );
}

/** One item that waits. Its name links to the page where a person can act. */
export function ItemRow({ item, onSnooze, onWake }: ItemRowProps) {
  const { role } = useSession().staff;
  const { title, person, since, environment, snooze, kind } = item;
  const subject = attentionSubject(item);
  const facts = [subject === title ? "" : subject, person?.email ?? ""].filter((part) => part !== "");
  const maySnooze = may(role, "attention.snooze") && kind !== "approval";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 not-first:border-line not-first:border-t md:grid-cols-[minmax(0,1fr)_7.5rem_13rem_8.5rem_6.5rem]">
      <div className="min-w-0 max-md:col-span-2">
        <Link href={item.href} prefetch={false} className="font-medium text-accent hover:underline">
          <bdi className="wrap-anywhere">{title}</bdi>
        </Link>
        {facts.length > 0 && <span className="block text-fine text-ink-muted wrap-anywhere">{facts.join(" · ")}</span>}
        {snooze && <SnoozeFacts snooze={snooze} />}
      </div>
      <span className="flex max-md:order-3">
        <EnvironmentMark environment={environment} />
      </span>
      <span className="max-md:order-2 max-md:col-span-2">
        <AttentionStatus item={item} className="text-table" />
      </span>
      <span className="text-fine text-ink-muted max-md:order-4 max-md:text-end">
        {since !== undefined && <Timestamp value={since} detail="minute" />}
      </span>
      <span className="flex justify-end empty:hidden max-md:order-5 max-md:col-span-2">
        {maySnooze && !snooze && (
          <Button size="small" aria-label={texts.snoozeLabel(title)} onClick={() => onSnooze(item)}>
            {texts.snooze}
          </Button>
        )}
        {maySnooze && snooze && (
          <Button size="small" aria-label={texts.wakeLabel(title)} onClick={() => onWake(item)}>
            {texts.wake}
          </Button>
        )}
      </span>
    </li>
  );
}
