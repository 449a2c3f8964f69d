import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ClientList } from "#components/clients/client-list.tsx";
import { ClientsSkeleton } from "#components/clients/clients-skeleton.tsx";
import { ClientsHeader } from "#components/clients/header.tsx";
import { clientTexts } from "#components/clients/texts.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { pages } from "#lib/paths.ts";
import { clientsQueryOptions } from "#lib/query/console/clients.ts";
import { pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { toSearchParams } from "../../[environment]/to-search-params.ts";
import { type PageProps, requireSignedIn } from "../../require-session.ts";
import { NeedsRole } from "../needs-role.tsx";

export const metadata: Metadata = { title: clientTexts.title };

export default async function ClientsPage({ searchParams }: PageProps<never>) {
  const view = parsePageView(toSearchParams(await searchParams));
  const { staff } = await requireSignedIn(pages.clients(pageViewParams(view)));
  if (!may(staff.role, "clients.manage"))
    return <NeedsRole title={clientTexts.title} permission="clients.manage" role={staff.role} />;
  const reading = clientsQueryOptions(view, (query) => perform("GET /api/clients", { query }));
  return (
    <div data-wide className="flex flex-col gap-3">
      <ClientsHeader />
      <InitialData readings={[reading]} fallback={<ClientsSkeleton />}>
        <ClientList />
      </InitialData>
    </div>
  );
}
