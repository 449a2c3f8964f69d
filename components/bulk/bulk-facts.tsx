"use client";

import Link from "next/link";
import { useNumberLocale } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment-names.ts";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Bulk } from "#lib/contract/bulk.ts";
import { formatCount } from "#lib/format-number.ts";
import { pages } from "#lib/paths.ts";
import { sourcePhrase, factTexts as texts } from "./texts.ts";

function At({ value }: { value: string | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <Timestamp value={value} detail="minute" /> <ZoneName />
    </>
  );
}

/** Who, where, whom, when. */
export function BulkFacts({ bulk }: { bulk: Bulk }) {
  const locale = useNumberLocale();
  const { actor, runBy, environment, source, note, createdAt, checkedAt, finishedAt } = bulk;
  return (
    <Facts>
      <Fact name={texts.by}>{actor.email}</Fact>
      {runBy && runBy.staffID !== actor.staffID && <Fact name={texts.runBy}>{runBy.email}</Fact>}
      <Fact name={texts.environment}>{environmentNames[environment]}</Fact>
      <Fact name={texts.source}>{sourcePhrase(source, (count) => formatCount(count, locale))}</Fact>
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
      <Fact name={texts.created}>
        <At value={createdAt} />
      </Fact>
      {checkedAt && (
        <Fact name={texts.checked}>
          <At value={checkedAt} />
        </Fact>
      )}
      {finishedAt && (
        <Fact name={texts.finished}>
          <At value={finishedAt} />
        </Fact>
      )}
      <Fact name={texts.note}>{note && <bdi className="whitespace-pre-wrap">{note}</bdi>}</Fact>
    </Facts>
  );
}
