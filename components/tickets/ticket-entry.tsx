import Link from "next/link";
import type { ReactNode } from "react";
import {
  CalendarClock,
  FileUp,
  History,
  type IconComponent,
  ListChecks,
  StickyNote,
} from "#components/ui/icon/icons.tsx";
import { BulkStatus } from "#components/ui/status/bulk-status.tsx";
import { ImportStatus } from "#components/ui/status/import-status.tsx";
import { operationAction } from "#components/ui/status/operation-texts.ts";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { PlannedStatus } from "#components/ui/status/planned-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { plannedHeading } from "#lib/planned/planned-texts.ts";
import { bulkSize } from "#lib/run-progress.ts";
import { ticketTexts as texts } from "./texts.ts";
import type { TicketEntry } from "./ticket-entries.ts";

interface LineProps {
  icon: IconComponent;
  title: ReactNode;
  customer?: ReactNode;
  status?: ReactNode;
  at: string;
  /** The name of the person, or the e-mail address if no name is known. */
  person: string;
  children?: ReactNode;
}

function Line({ icon: Icon, title, customer, status, at, person, children }: LineProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-4 py-2.5 not-first:border-line not-first:border-t">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="font-medium wrap-anywhere">{title}</span>
        {customer}
        {status && <span className="sm:ms-auto">{status}</span>}
      </div>
      {children && <div className="col-start-2 min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</div>}
      <p className="col-start-2 text-fine text-ink-muted wrap-anywhere">
        <Timestamp value={at} detail="minute" /> {texts.by} <bdi>{person}</bdi>
      </p>
    </li>
  );
}

/** A row for a change, bulk change, import, planned change or note of the ticket. */
export function TicketEntryRow({ environment, entry }: { environment: Environment; entry: TicketEntry }) {
  switch (entry.kind) {
    case "operation": {
      const { operation } = entry;
      const { operationID, customerID, companyName, request, reason, actor } = operation;
      const name = companyName ?? (typeof request.companyName === "string" ? request.companyName : undefined);
      return (
        <Line
          icon={History}
          title={
            <Link
              href={pages.operation(environment, operationID)}
              prefetch={false}
              className="text-accent hover:underline"
            >
              {operationAction(operation)}
            </Link>
          }
          customer={<CustomerName environment={environment} customerID={customerID} companyName={name} />}
          status={<OutcomeStatus operation={operation} withTime />}
          at={entry.at}
          person={actor.name || actor.email}
        >
          {reason && <bdi>{reason}</bdi>}
        </Line>
      );
    }
    case "bulk": {
      const { bulk } = entry;
      return (
        <Line
          icon={ListChecks}
          title={
            <Link href={pages.bulk(environment, bulk.bulkID)} prefetch={false} className="text-accent hover:underline">
              {texts.bulk(bulkSize(bulk))}
            </Link>
          }
          status={<BulkStatus bulk={bulk} />}
          at={entry.at}
          person={bulk.actor.name || bulk.actor.email}
        >
          {bulk.note && <bdi>{bulk.note}</bdi>}
        </Line>
      );
    }
    case "import": {
      const { found } = entry;
      return (
        <Line
          icon={FileUp}
          title={
            <Link
              href={pages.import(environment, found.importID)}
              prefetch={false}
              className="text-accent hover:underline"
            >
              {texts.import(found.counts.rows)} (<bdi>{found.fileName}</bdi>)
            </Link>
          }
          status={<ImportStatus found={found} />}
          at={entry.at}
          person={found.actor.name || found.actor.email}
        >
          {found.note && <bdi>{found.note}</bdi>}
        </Line>
      );
    }
    case "planned": {
      const { planned } = entry;
      const { plannedChangeID, customerID, companyName, reason, requestedBy } = planned;
      return (
        <Line
          icon={CalendarClock}
          title={
            <Link
              href={pages.plannedChange(environment, plannedChangeID)}
              prefetch={false}
              className="text-accent hover:underline"
            >
              {plannedHeading(planned)}
            </Link>
          }
          customer={<CustomerName environment={environment} customerID={customerID} companyName={companyName} />}
          status={<PlannedStatus planned={planned} />}
          at={entry.at}
          person={requestedBy.name || requestedBy.email}
        >
          {reason && <bdi>{reason}</bdi>}
        </Line>
      );
    }
    case "note": {
      const { note } = entry;
      return (
        <Line
          icon={StickyNote}
          title={texts.noteOf}
          customer={
            <CustomerName environment={environment} customerID={note.customerID} companyName={note.companyName} />
          }
          at={entry.at}
          person={note.author.name || note.author.email}
        >
          <bdi>{note.text}</bdi>
          {note.editedAt !== undefined && <span className="text-fine text-ink-muted"> ({texts.edited})</span>}
        </Line>
      );
    }
  }
}
