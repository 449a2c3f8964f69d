"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { CallerCardPage } from "#components/caller-card/caller-card-page.tsx";
import { callerTexts as texts } from "#components/caller-card/texts.ts";
import { CaseSummaryButton } from "#components/customers/detail/case-summary-button.tsx";
import { useCustomer } from "#components/customers/detail/use-customer.ts";
import { currentTicketMenuID } from "#components/tickets/menu-texts.ts";
import { useCurrentTicket } from "#components/tickets/use-current-ticket.ts";
import { usePutTicket } from "#components/tickets/use-put-ticket.ts";
import { Button } from "#components/ui/button.tsx";
import { Ticket } from "#components/ui/icon/icons.tsx";
import { KeyboardKey } from "#components/ui/keyboard/key.tsx";
import { useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import type { CallerSubject } from "#lib/caller/caller-subject.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { ticketKeyOf } from "#lib/contract/values/operations/write-references.ts";
import {
  customerHistoryQueryOptions,
  customerJobsQueryOptions,
  customerOperationsQueryOptions,
} from "#lib/query/customers/customer.ts";
import { notesQueryOptions } from "#lib/query/customers/notes.ts";
import { plannedOfCustomerQueryOptions } from "#lib/query/operations/planned.ts";

interface CallerCardWithActionsProps {
  subject: CallerSubject | undefined;
  guideHref: string;
}

/** The caller card with the actions of tickets and customers. */
export function CallerCardWithActions(props: CallerCardWithActionsProps) {
  return (
    <CallerCardPage
      {...props}
      actions={({ environment, customerID, ticket }) => (
        <>
          <TakeTicket ticket={ticket} />
          <CopyForTicket environment={environment} customerID={customerID} />
        </>
      )}
    />
  );
}

/** Takes the customer's newest ticket. Without one, opens the menu in which the person enters a ticket. The key is `t`. */
function TakeTicket({ ticket }: { ticket: string | undefined }) {
  const current = useCurrentTicket()?.ticket;
  const { put, isBusy, problem } = usePutTicket();
  const { preferences } = usePreferences();
  const isTaken = ticket !== undefined && current !== undefined && ticketKeyOf(current) === ticketKeyOf(ticket);
  const take = useCallback(() => {
    if (isTaken || isBusy) return;
    if (ticket !== undefined) put(ticket);
    else document.getElementById(currentTicketMenuID)?.showPopover();
  }, [isTaken, isBusy, ticket, put]);
  useShortcut("t", true, take, texts.takeTicketKey);
  return (
    <>
      {problem && (
        <p role="alert" className="text-negative text-table">
          {problem.errors[0]?.message ?? problem.detail}
        </p>
      )}
      <Button
        onClick={take}
        aria-disabled={isTaken || isBusy}
        aria-keyshortcuts={preferences.shortcuts === "off" ? undefined : "t"}
      >
        <Ticket aria-hidden className="size-4" />
        {isTaken ? texts.onTicket(ticket) : texts.takeTicket(ticket)}
        {preferences.shortcuts !== "off" && !isTaken && (
          <KeyboardKey aria-hidden className="max-md:hidden">
            t
          </KeyboardKey>
        )}
      </Button>
    </>
  );
}

/** Copies the same summary as the customer's page. Its data are read after the card. */
function CopyForTicket({ environment, customerID }: { environment: Environment; customerID: string }) {
  useCustomer(environment, customerID);
  useQuery(notesQueryOptions(environment, customerID));
  useQuery(plannedOfCustomerQueryOptions(environment, customerID));
  useQueries({
    queries: [
      customerOperationsQueryOptions(environment, customerID),
      customerJobsQueryOptions(environment, customerID),
      customerHistoryQueryOptions(environment, customerID),
    ],
  });
  return <CaseSummaryButton environment={environment} customerID={customerID} />;
}
