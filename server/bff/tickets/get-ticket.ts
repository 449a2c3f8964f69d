import { may } from "#lib/contract/access/permissions.ts";
import { maxTicketItems, type TicketAnswer, type TicketEnvironment } from "#lib/contract/console/ticket.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { ticketSchema } from "#lib/contract/operations/write-reference.ts";
import { ticketKeyOf } from "#lib/contract/values/operations/write-references.ts";
import { bulkViews } from "#server/bff/bulk/bulk-view.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { importViews } from "#server/bff/imports/import-view.ts";
import { noteViews } from "#server/bff/notes/note-view.ts";
import { operationViews } from "#server/bff/operations/operation-views.ts";
import { plannedViews } from "#server/bff/planned/planned-view.ts";
import type { TicketServices } from "./ticket-services.ts";

type Context = RouteContext<"viewer", "/api/tickets/:ticket", TicketServices>;

const page = { limit: maxTicketItems, offset: 0 };

/** Everything that was done for a ticket, in every environment that the person may see. */
export async function getTicket({
  context,
  ticket: rawTicket,
}: {
  context: Context;
  ticket: string;
}): Promise<TicketAnswer> {
  const { services, session } = context;
  const { data: ticket, error } = ticketSchema.safeParse(rawTicket);
  if (error) throw new AppError("not_found", "There is no ticket of this name.");
  const visibleEnvironments = session.staff.environments.filter((environment) => services.clients.has(environment));
  const showsImports = may(session.staff.role, "imports.run");
  const environments = await Promise.all(
    visibleEnvironments.map((environment) => inEnvironment({ services, environment, ticket, showsImports })),
  );
  const written = environments.flatMap(({ operations, bulks, imports, planned, notes }) =>
    [...operations.items, ...bulks.items, ...imports.items, ...planned.items, ...notes.items].flatMap(
      (item) => item.ticket ?? [],
    ),
  );
  const spelling = written.includes(ticket) ? ticket : (written[0] ?? ticket);
  const link = services.ticketRules.linkOf(spelling);
  return {
    ticket: spelling,
    ...(link !== undefined && { link }),
    environments,
    asOf: new Date(services.clock.now()).toISOString(),
  };
}

async function inEnvironment({
  services,
  environment,
  ticket,
  showsImports,
}: {
  services: TicketServices;
  environment: Environment;
  ticket: string;
  showsImports: boolean;
}): Promise<TicketEnvironment> {
  const { store, customerNames } = services;
  const of = { environment, ticketKey: ticketKeyOf(ticket) };
  const [operations, bulks, imports, planned, notes] = await Promise.all([
    store.operations.list({ ...of, withoutBulk: true }, page),
    store.bulks.list(of, page),
    store.imports.list(of, page),
    store.planned.list({ environment, ticket }, { ...page, sort: "createdAt", ascending: false }),
    store.notes.list(of, page),
  ]);
  return {
    environment,
    operations: {
      items: await operationViews(services, environment, operations.operations),
      total: operations.total,
    },
    bulks: { items: await bulkViews(store, bulks.runs), total: bulks.total },
    imports: { items: showsImports ? await importViews(store, imports.runs) : [], total: imports.total },
    planned: { items: await plannedViews(services, environment, planned.planned), total: planned.total },
    notes: {
      items: await withCompanyNames(customerNames, environment, await noteViews(store.staff, notes.notes)),
      total: notes.total,
    },
  };
}
