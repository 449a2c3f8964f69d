import type { Metadata } from "next";
import Link from "next/link";
import { perform } from "#app/bff.ts";
import { CreateCustomer } from "#components/customers/create/create-customer.tsx";
import { createTexts } from "#components/customers/create/texts.ts";
import { customersTexts } from "#components/customers/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { may, rolesThatMay } from "#lib/contract/access/permissions.ts";
import { roleNames } from "#lib/contract/values/access/roles.ts";
import { pages } from "#lib/paths.ts";
import { contractValuesQueryOptions } from "#lib/query/customers/contract-values.ts";
import { operationQueryOptions } from "#lib/query/operations/operations.ts";
import { creationViewParams, parseCreationView } from "#lib/url-state/creation-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { toSearchParams } from "../../to-search-params.ts";
import { ImportLine } from "./import-line.tsx";

export const metadata: Metadata = { title: createTexts.title };

export default async function NewCustomerPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parseCreationView(toSearchParams(await searchParams));
  const { staff } = await requireSession(environment, pages.newCustomer(environment, creationViewParams(view)));
  const { again } = view;
  const readings = [
    contractValuesQueryOptions(environment, () =>
      perform("GET /api/:environment/contract-values", { params: { environment } }),
    ),
    ...(again === undefined
      ? []
      : [
          operationQueryOptions(environment, again, () =>
            perform("GET /api/:environment/operations/:operationID", { params: { environment, operationID: again } }),
          ),
        ]),
  ];
  return (
    // The key resets all state when the environment changes.
    <div key={environment} className="flex flex-col gap-3">
      <div>
        <BackLink href={pages.customers(environment)}>{customersTexts.title}</BackLink>
        <div className="flex max-w-4xl flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="font-semibold text-display">{createTexts.title}</h1>
          {may(staff.role, "imports.run") && <ImportLine environment={environment} />}
        </div>
      </div>
      {!may(staff.role, "customers.create") ? (
        <div className="rounded-base border border-line bg-surface">
          <EmptyState
            title={createTexts.notAllowed}
            actions={
              <Link className={buttonClass("primary")} href={pages.customers(environment)} prefetch={false}>
                {createTexts.toCustomers}
              </Link>
            }
          >
            {createTexts.notAllowedWhy(
              roleNames[staff.role],
              rolesThatMay("customers.create").map((role) => roleNames[role]),
            )}
          </EmptyState>
        </div>
      ) : (
        <InitialData readings={readings} fallback={<p role="status">{createTexts.loading}</p>}>
          <CreateCustomer environment={environment} />
        </InitialData>
      )}
    </div>
  );
}
