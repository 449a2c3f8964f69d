"use client";

import Link from "next/link";
import { useNumberLocale } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { FactRow, Facts, TimeFact } from "#components/ui/record/facts.tsx";
import { ProposalFact } from "#components/ui/record/proposal-fact.tsx";
import { ZonedTime } from "#components/ui/time/zoned-time.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import { TicketLink } from "#components/ui/value/ticket-link.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { BulkDetail } from "#lib/contract/operations/bulk.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { sourceText, factTexts as texts } from "./texts.ts";

interface BulkLinkProps {
  name: string;
  environment: Environment;
  bulkID: string;
  label: string;
}

function BulkLink({ name, environment, bulkID, label }: BulkLinkProps) {
  return (
    <FactRow name={name}>
      <Link href={pages.bulk(environment, bulkID)} prefetch={false} className="text-accent hover:underline">
        {label}
      </Link>
    </FactRow>
  );
}

/** The person, the environment, the customers and the times of a bulk change. */
export function BulkFacts({ bulk, proposalID }: Pick<BulkDetail, "bulk" | "proposalID">) {
  const locale = useNumberLocale();
  const { actor, runBy, environment, source, note, createdAt, checkedAt, finishedAt } = bulk;
  return (
    <Facts isRow>
      <FactRow name={texts.by} className="max-sm:col-span-full">
        <PersonName {...actor} hasEmail />
      </FactRow>
      <ProposalFact environment={environment} proposalID={proposalID} />
      {runBy && runBy.staffID !== actor.staffID && (
        <FactRow name={texts.runBy}>
          <PersonName {...runBy} hasEmail />
        </FactRow>
      )}
      <FactRow name={texts.environment}>{environmentNames[environment]}</FactRow>
      <FactRow name={texts.source} className="max-w-md">
        {sourceText(source, (count) => formatCount(count, locale))}
      </FactRow>
      {bulk.at && (
        <FactRow name={texts.at}>
          <ZonedTime {...bulk.at} />
        </FactRow>
      )}
      {bulk.until && (
        <FactRow name={texts.until}>
          <ZonedTime {...bulk.until} />
        </FactRow>
      )}
      {source.kind === "ids" && source.ofBulkID !== undefined && (
        <BulkLink name={texts.again} environment={environment} bulkID={source.ofBulkID} label={texts.againOf} />
      )}
      {source.kind === "undo" && (
        <BulkLink name={texts.undoOf} environment={environment} bulkID={source.ofBulkID} label={texts.againOf} />
      )}
      {bulk.undoneBy !== undefined && (
        <BulkLink name={texts.undoneBy} environment={environment} bulkID={bulk.undoneBy} label={texts.laterOne} />
      )}
      <TimeFact name={texts.created} at={createdAt} />
      <TimeFact name={texts.checked} at={checkedAt} />
      <TimeFact name={texts.finished} at={finishedAt} />
      <FactRow name={texts.ticket}>{bulk.ticket && <TicketLink ticket={bulk.ticket} />}</FactRow>
      <FactRow name={texts.note} className="max-w-md">
        {note && <bdi className="whitespace-pre-wrap">{note}</bdi>}
      </FactRow>
    </Facts>
  );
}
