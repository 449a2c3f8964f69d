"use client";

import { csvEncodingNames } from "#components/forms/csv-file/csv-file-texts.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { FactRow, Facts, TimeFact } from "#components/ui/record/facts.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import { TicketLink } from "#components/ui/value/ticket-link.tsx";
import type { ComparedWith, Import } from "#lib/contract/operations/imports.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { delimiterNames, factTexts as texts } from "./texts.ts";

/**
 * The number of customers that the rows were compared with. If customers come from the store of known customers, also
 * the time when the oldest of these data were read from the API.
 */
function Compared({ read, recorded, total, oldestSeenAt }: ComparedWith) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  return (
    <>
      {texts.comparedCount(count(read + recorded), total === undefined ? undefined : count(total))}
      {oldestSeenAt !== undefined && (
        <>
          , {texts.recorded(count(recorded))} <Timestamp value={oldestSeenAt} detail="minute" />
        </>
      )}
    </>
  );
}

/** The person, the environment, the file's format, and the times of an import. */
export function ImportFacts({ found }: { found: Import }) {
  const locale = useNumberLocale();
  const { actor, runBy, environment, encoding, delimiter, emptyLines, unmarked, ticket, note } = found;
  const read = [
    csvEncodingNames[encoding],
    delimiterNames[delimiter],
    ...(emptyLines > 0 ? [texts.emptyLines(formatCount(emptyLines, locale))] : []),
    ...(unmarked > 0 ? [texts.unmarked(formatCount(unmarked, locale))] : []),
  ];
  return (
    <Facts isRow>
      <FactRow name={texts.by} className="max-sm:col-span-full">
        <PersonName {...actor} hasEmail />
      </FactRow>
      {runBy && runBy.staffID !== actor.staffID && (
        <FactRow name={texts.runBy}>
          <PersonName {...runBy} hasEmail />
        </FactRow>
      )}
      <FactRow name={texts.environment}>{environmentNames[environment]}</FactRow>
      <FactRow name={texts.read} className="max-w-md">
        {read.join(", ")}
      </FactRow>
      <FactRow name={texts.ticket}>{ticket && <TicketLink ticket={ticket} />}</FactRow>
      <FactRow name={texts.note} className="max-w-md">
        {note && <bdi className="whitespace-pre-wrap">{note}</bdi>}
      </FactRow>
      <TimeFact name={texts.uploaded} at={found.createdAt} />
      <TimeFact name={texts.checked} at={found.checkedAt} />
      <FactRow name={texts.compared} className="max-w-md">
        {found.comparedWith && <Compared {...found.comparedWith} />}
      </FactRow>
      <TimeFact name={texts.finished} at={found.finishedAt} />
      {!found.isRemoved && <TimeFact name={texts.removal} at={found.removedAt} />}
    </Facts>
  );
}
