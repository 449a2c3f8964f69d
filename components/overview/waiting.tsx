"use client";

import Link from "next/link";
import { useNumberLocale } from "#components/ui/count.tsx";
import { CircleCheck } from "#components/ui/icon/icons.tsx";
import { AttentionStatus } from "#components/ui/status/attention-status.tsx";
import { attentionFacts } from "#components/ui/status/attention-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { AttentionItem } from "#lib/contract/console/attention.ts";
import type { OverviewValue } from "#lib/contract/console/overview.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { overviewTexts as texts, waitingTexts } from "./texts.ts";

function Item({ item }: { item: AttentionItem }) {
  const { title, since } = item;
  const facts = attentionFacts(item, useNumberLocale());
  return (
    <li className="not-first:border-line not-first:border-t">
      <Link
        href={item.href}
        prefetch={false}
        className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] max-[27rem]:grid-cols-1 items-center gap-x-4 px-4 py-2 -outline-offset-2 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_11rem_9rem]"
      >
        <span className="min-w-0">
          <bdi className="block font-medium text-accent cards:wrap-anywhere wide:truncate">{title}</bdi>
          <span className="block text-fine text-ink-muted cards:wrap-anywhere wide:truncate">{facts}</span>
        </span>
        <AttentionStatus item={item} className="text-table" />
        <span className="text-end text-fine text-ink-muted max-sm:hidden">
          {since !== undefined && <Timestamp value={since} detail="minute" />}
        </span>
      </Link>
    </li>
  );
}

/**
 * Says which data could not be read, or how many of the API's jobs were checked. Renders nothing if all were checked.
 */
function JobsChecked({ answer: { sources, coverage } }: { answer: OverviewValue<"waiting"> }) {
  const locale = useNumberLocale();
  const unread = sources.filter(({ read }) => !read);
  if (unread.some(({ name }) => name === "jobs")) return waitingTexts.jobsNotRead;
  if (unread.length > 0) return waitingTexts.notAllRead;
  if (coverage.looked >= coverage.total) return null;
  return waitingTexts.jobsLooked(formatCount(coverage.looked, locale), formatCount(coverage.total, locale));
}

/** Says in one line that nothing needs attention. */
export function NothingWaits({ answer }: { answer: OverviewValue<"waiting"> }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-positive" />
      <span className="text-ink">{waitingTexts.none}</span>
      <span className="text-fine">
        <JobsChecked answer={answer} />
      </span>
    </p>
  );
}

/** The items that need attention, the most important first. */
export function Waiting({ environment, answer }: { environment: Environment; answer: OverviewValue<"waiting"> }) {
  const locale = useNumberLocale();
  const { items, total } = answer;
  return (
    <>
      <ul>
        {items.map((item) => (
          <Item key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 border-line border-t px-4 py-2 text-fine text-ink-muted">
        <span>
          {total > items.length && `${texts.latestOf(formatCount(items.length, locale), formatCount(total, locale))} `}
          <JobsChecked answer={answer} />
        </span>
        <Link
          href={pages.attention(new URLSearchParams({ environment }))}
          prefetch={false}
          className="ms-auto inline-flex min-h-6 items-center text-accent hover:underline"
        >
          {waitingTexts.all}
        </Link>
      </p>
    </>
  );
}
