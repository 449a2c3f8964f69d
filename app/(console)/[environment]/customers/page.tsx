import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { perform } from "#app/bff.ts";
import { CustomersLayoutProvider } from "#components/customers/layout-provider.tsx";
import { CustomersSkeleton } from "#components/customers/list/skeleton.tsx";
import { CustomersToolbar } from "#components/customers/list/toolbar.tsx";
import { customersTexts } from "#components/customers/texts.ts";
import { customersLayoutCookie, readCustomersLayout } from "#lib/customers-layout.ts";
import { pages } from "#lib/paths.ts";
import { customersQueryOptions } from "#lib/query/customers.ts";
import { creationsQuery, creationsQueryOptions, expectsNewest } from "#lib/query/new-customers.ts";
import { customersViewParams, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { completeViewAddress, isShortViewAddress } from "#lib/url-state/saved-view-address.ts";
import { type EnvironmentParams, environmentOf, requireSession } from "../../require-session.ts";
import { FirstRead } from "../first-read.tsx";
import { toSearchParams } from "../to-search-params.ts";
import { CustomersList, CustomersTop } from "./customers-with-bulk.tsx";

export const metadata: Metadata = { title: customersTexts.title };

interface CustomersPageProps {
  params: EnvironmentParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function CustomersPage({ params, searchParams }: CustomersPageProps) {
  const environment = environmentOf((await params).environment);
  const view = parseCustomersView(toSearchParams(await searchParams));
  await requireSession(environment, pages.customers(environment, customersViewParams(view)));
  const own = readCustomersLayout((await cookies()).get(customersLayoutCookie)?.value);
  if (isShortViewAddress(view)) {
    const { views } = await perform("GET /api/views").catch(() => ({ views: [] }));
    const complete = completeViewAddress(view, views, own);
    // The whole view then stands in the address, as when it is opened from the menu.
    if (complete !== view) redirect(pages.customers(environment, customersViewParams(complete)));
  }
  const reading = customersQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/customers", { params: { environment }, query }),
  );
  const creations = creationsQueryOptions(environment, () =>
    perform("GET /api/:environment/operations", { params: { environment }, query: creationsQuery }),
  );
  return (
    // Keyed, so that nothing of one environment stays on the screen of the other.
    <CustomersLayoutProvider key={environment} environment={environment} own={own}>
      <div data-wide className="flex flex-col gap-3">
        <CustomersTop environment={environment} />
        <CustomersToolbar environment={environment} />
        <FirstRead readings={expectsNewest(view) ? [reading, creations] : [reading]} fallback={<CustomersSkeleton />}>
          <CustomersList environment={environment} />
        </FirstRead>
      </div>
    </CustomersLayoutProvider>
  );
}
