import type { Metadata } from "next";
import { CustomersResults } from "#components/customers/results.tsx";
import { CustomersSkeleton } from "#components/customers/skeleton.tsx";
import { customersTexts } from "#components/customers/texts.ts";
import { CustomersToolbar } from "#components/customers/toolbar.tsx";
import { customersViewParams, parseCustomersView } from "#lib/customers-view.ts";
import { pages } from "#lib/paths.ts";
import { type EnvironmentParams, environmentOf, requireSession } from "../../require-session.ts";
import { FirstCustomers } from "./first-customers.tsx";
import { toSearchParams } from "./to-search-params.ts";

export const metadata: Metadata = { title: customersTexts.title };

interface CustomersPageProps {
  params: EnvironmentParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function CustomersPage({ params, searchParams }: CustomersPageProps) {
  const environment = environmentOf((await params).environment);
  const view = parseCustomersView(toSearchParams(await searchParams));
  await requireSession(environment, pages.customers(environment, customersViewParams(view)));
  return (
    // Keyed, so that nothing of one environment stays on the screen of the other.
    <div key={environment} data-wide className="flex flex-col gap-3">
      <h1 className="font-semibold text-display">{customersTexts.title}</h1>
      <CustomersToolbar environment={environment} />
      <FirstCustomers environment={environment} view={view} fallback={<CustomersSkeleton />}>
        <CustomersResults environment={environment} />
      </FirstCustomers>
    </div>
  );
}
