"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { ExternalLink, ScrollText, Ticket } from "#components/ui/icon/icons.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { Panel, ReadContent } from "#components/ui/panel/panel.tsx";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { TicketEnvironment } from "#lib/contract/console/ticket.ts";
import { ticketKeyOf } from "#lib/contract/values/operations/write-references.ts";
import { pages } from "#lib/paths.ts";
import { ticketQueryOptions } from "#lib/query/console/tickets.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { auditViewParams } from "#lib/url-state/audit-view.ts";
import { defaultOperationsView, operationsViewParams } from "#lib/url-state/operations-view.ts";
import { currentTicketTexts } from "./menu-texts.ts";
import { ticketTexts as texts } from "./texts.ts";
import { entriesOf } from "./ticket-entries.ts";
import { TicketEntryRow } from "./ticket-entry.tsx";
import { useCurrentTicket } from "./use-current-ticket.ts";
import { usePutTicket } from "./use-put-ticket.ts";

/** All work for a ticket, in every environment that the person may see. */
export function TicketPage({ ticket }: { ticket: string }) {
  const reading = useQuery({ ...ticketQueryOptions(ticket), ...keepPageData });
  const current = useCurrentTicket();
  const { put, isBusy, problem } = usePutTicket();
  const { role } = useSession().staff;
  const name = reading.data?.ticket ?? ticket;
  const isCurrent = current?.ticket !== undefined && ticketKeyOf(current.ticket) === ticketKeyOf(ticket);
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title={texts.title(name)}
        note={texts.note}
        actions={
          <div className="flex flex-wrap justify-end gap-1.5">
            {reading.data?.link !== undefined && (
              <a href={reading.data.link} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
                <ExternalLink aria-hidden className="size-4" />
                {texts.link}
              </a>
            )}
            {may(role, "audit.read") && (
              <Link href={pages.audit(auditViewParams({ text: name }))} prefetch={false} className={buttonClass()}>
                <ScrollText aria-hidden className="size-4" />
                {texts.audit}
              </Link>
            )}
            <Button
              variant={isCurrent ? "secondary" : "primary"}
              aria-disabled={isBusy}
              onClick={() => !isBusy && put(isCurrent ? "" : name)}
            >
              <Ticket aria-hidden className="size-4" />
              {isCurrent ? currentTicketTexts.clear : texts.workOn}
            </Button>
          </div>
        }
      />
      {problem && (
        <p role="alert" className="text-negative">
          {problem.errors[0]?.message ?? problem.detail}
        </p>
      )}
      <ReadContent
        reading={reading}
        signInHref={pages.signIn(pages.ticket(ticket))}
        skeleton={<p className="min-h-64 text-ink-muted">{texts.loading}</p>}
      >
        {(answer) =>
          answer.environments.every((one) => totalOf(one) === 0) ? (
            <div className="rounded-base border border-line bg-surface">
              <EmptyState title={texts.nothingTitle(answer.ticket)}>{texts.nothing}</EmptyState>
            </div>
          ) : (
            <div className="flex flex-col gap-3">
              {answer.environments.map((done) => (
                <DoneIn key={done.environment} done={done} ticket={answer.ticket} />
              ))}
            </div>
          )
        }
      </ReadContent>
    </div>
  );
}

const totalOf = ({ operations, bulks, imports, planned, notes }: TicketEnvironment) =>
  operations.total + bulks.total + imports.total + planned.total + notes.total;

/** All work for the ticket in one environment, as one list. */
function DoneIn({ done, ticket }: { done: TicketEnvironment; ticket: string }) {
  const { environment, operations, bulks, imports, planned, notes } = done;
  const showsImports = may(useSession().staff.role, "imports.run");
  const isCut = [operations, bulks, imports, planned, notes].some(({ items, total }) => items.length < total);
  return (
    <Panel
      title={environmentNames[environment]}
      tools={totalOf(done) > 0 && <span className="text-ink-muted text-table">{texts.counts(done)}</span>}
      line={totalOf(done) === 0 ? texts.nothingHere : undefined}
    >
      <div aria-hidden className={classNames("h-1", environment === "production" ? "env-production" : "env-sandbox")} />
      <ol>
        {entriesOf(done).map((entry) => (
          <TicketEntryRow key={entry.id} environment={environment} entry={entry} />
        ))}
      </ol>
      {isCut && (
        <p className="border-line border-t px-4 py-2 text-table">
          {imports.total > 0 && !showsImports && `${texts.importsHidden} `}
          <Link
            href={pages.operations(environment, operationsViewParams({ ...defaultOperationsView, ticket }))}
            prefetch={false}
            className="text-accent hover:underline"
          >
            {texts.more(environment)}
          </Link>
        </p>
      )}
    </Panel>
  );
}
