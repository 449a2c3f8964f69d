import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentPreferences, isKnownOn, isReadAheadOn, perform } from "#app/bff.ts";
import { KnownProvider } from "#components/customers/known-provider.tsx";
import { CustomersLayoutProvider } from "#components/customers/layout-provider.tsx";
import { CustomersSkeleton } from "#components/customers/list/skeleton.tsx";
import { customersTexts } from "#components/customers/texts.ts";
import { ownCustomersLayout } from "#lib/customers/customers-layout.ts";
import { pages } from "#lib/paths.ts";
import { customersQueryOptions } from "#lib/query/customers/customers.ts";
import { creationsQuery, creationsQueryOptions, showsNewestFirst } from "#lib/query/customers/new-customers.ts";
import { plannedWithPageOptions } from "#lib/query/operations/planned-marks.ts";
import { customersViewParams, markOf, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { completeViewAddress, defaultViewOf, isShortViewAddress } from "#lib/url-state/saved-view-address.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";
import { CustomersBar, CustomersList, CustomersTop } from "./customers-with-bulk.tsx";

export const metadata: Metadata = { title: customersTexts.title };

export default async function CustomersPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const asked = toSearchParams(await searchParams);
  const isBare = asked.size === 0;
  const view = parseCustomersView(asked);
  await requireSession(environment, pages.customers(environment, isBare ? undefined : customersViewParams(view)));
  const preferences = await currentPreferences();
  const own = ownCustomersLayout(preferences);
  const needsViews = isBare ? preferences.defaultView !== undefined : isShortViewAddress(view);
  const { views } = needsViews ? await perform("GET /api/views").catch(() => ({ views: [] })) : { views: [] };
  const complete = isBare ? (defaultViewOf(preferences, views, own) ?? view) : completeViewAddress(view, views, own);
  // Redirects to the URL that contains the whole view. The views menu uses the same URL.
  if (complete !== view) redirect(pages.customers(environment, customersViewParams(complete)));
  const reading = customersQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/customers", { params: { environment }, query }),
  );
  const creations = creationsQueryOptions(environment, () =>
    perform("GET /api/:environment/operations", { params: { environment }, query: creationsQuery }),
  );
  const planned = plannedWithPageOptions(
    environment,
    (client) => client.fetchQuery(reading),
    (query) => perform("GET /api/:environment/planned", { params: { environment }, query }),
  );
  const isOn = isKnownOn();
  // If the console does not store known customers, the browser itself reads the list of pinned or tagged customers.
  const isMarked = !isOn && markOf(view) !== undefined;
  const readings = isMarked ? [] : [reading, planned, ...(showsNewestFirst(view) ? [creations] : [])];
  return (
    // The key resets all state when the environment changes.
    <CustomersLayoutProvider key={environment} environment={environment}>
      <KnownProvider isOn={isOn} isReadAheadOn={isReadAheadOn()}>
        <div data-wide className="flex flex-col gap-3">
          <CustomersTop environment={environment} />
          <CustomersBar environment={environment} />
          <InitialData readings={readings} fallback={<CustomersSkeleton />}>
            <CustomersList environment={environment} />
          </InitialData>
        </div>
      </KnownProvider>
    </CustomersLayoutProvider>
  );
}
