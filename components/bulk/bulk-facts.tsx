"use client";

import Link from "next/link";
import { TimeHeader } from "#components/data-table/time-column.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment-names.ts";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Bulk } from "#lib/contract/bulk.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { sourcePhrase, factTexts as texts } from "./texts.ts";

/** An instant, with its zone in the name: three of them stand side by side. */
function TimeFact({ name, at }: { name: string; at: string | undefined }) {
  return <Fact name={<TimeHeader name={name} />}>{at && <Timestamp value={at} detail="minute" />}</Fact>;
}

/** Who, where, whom, when. */
export function BulkFacts({ bulk }: { bulk: Bulk }) {
  const locale = useNumberLocale();
  const { actor, runBy, environment, source, note, createdAt, checkedAt, finishedAt } = bulk;
  return (
    <Facts isRow>
      <Fact name={texts.by}>{actor.email}</Fact>
      {runBy && runBy.staffID !== actor.staffID && <Fact name={texts.runBy}>{runBy.email}</Fact>}
      <Fact name={texts.environment}>{environmentNames[environment]}</Fact>
      <Fact name={texts.source} className="max-w-md">
        {sourcePhrase(source, (count) => formatCount(count, locale))}
      </Fact>
      {source.kind === "ids" && source.ofBulkID !== undefined && (
        <Fact name={texts.again}>
          <Link
            href={pages.bulk(environment, source.ofBulkID)}
            prefetch={false}
            className="text-accent hover:underline"
          >
            {texts.againOf}
          </Link>
        </Fact>
      )}
      <TimeFact name={texts.created} at={createdAt} />
      <TimeFact name={texts.checked} at={checkedAt} />
      <TimeFact name={texts.finished} at={finishedAt} />
      <Fact name={texts.note} className="max-w-md">
        {note && <bdi className="whitespace-pre-wrap">{note}</bdi>}
      </Fact>
    </Facts>
  );
}
