import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { notFoundTexts } from "#components/shell/texts.ts";
import { ticketTexts } from "#components/tickets/texts.ts";
import { TicketPage } from "#components/tickets/ticket-page.tsx";
import { pages } from "#lib/paths.ts";
import { ticketQueryOptions } from "#lib/query/console/tickets.ts";
import { InitialData } from "../../../[environment]/initial-data.tsx";
import { idOf, requireID } from "../../../path-segment.ts";
import { type PageProps, requireSignedIn } from "../../../require-session.ts";

export async function generateMetadata({ params }: PageProps<"ticket">): Promise<Metadata> {
  const ticket = idOf((await params).ticket);
  return { title: ticket === undefined ? notFoundTexts.title : ticketTexts.title(ticket) };
}

export default async function TicketRoute({ params }: PageProps<"ticket">) {
  const ticket = requireID((await params).ticket);
  await requireSignedIn(pages.ticket(ticket));
  const reading = ticketQueryOptions(ticket, () => perform("GET /api/tickets/:ticket", { params: { ticket } }));
  return (
    <InitialData key={ticket} readings={[reading]} fallback={<p role="status">{ticketTexts.loading}</p>}>
      <TicketPage ticket={ticket} />
    </InitialData>
  );
}
