import type { Metadata } from "next";
import { cache } from "react";
import { perform } from "#app/bff.ts";
import { ActivitiesPanel } from "#components/activities/activities-panel.tsx";
import { CustomerDetail } from "#components/customers/detail/customer-detail.tsx";
import { PanelSkeleton } from "#components/customers/detail/panel-skeleton.tsx";
import { detailTexts } from "#components/customers/detail/texts.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { activitiesQueryOptions, activitySummaryQueryOptions } from "#lib/query/activities.ts";
import {
  customerJobsQueryOptions,
  customerOperationsQuery,
  customerOperationsQueryOptions,
  customerQueryOptions,
} from "#lib/query/customer.ts";
import { parseActivitiesView } from "#lib/url-state/activities-view.ts";
import { idOf, requireID } from "../../../path-segment.ts";
import { environmentOf, requireSession } from "../../../require-session.ts";
import { FirstRead } from "../../first-read.tsx";
import { toSearchParams } from "../../to-search-params.ts";

interface CustomerPageProps {
  params: Promise<{ environment: string; customerID: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Read once for each request, however many ask: the title and the page. */
const readCustomer = cache((environment: Environment, customerID: string) =>
  perform("GET /api/:environment/customers/:customerID", { params: { environment, customerID } }),
);

/** How long the title waits for the name, in milliseconds: as long as the page waits for its data. */
const timeoutMs = 400;

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  const { environment, customerID } = await params;
  const known = environmentSchema.safeParse(environment);
  const id = idOf(customerID);
  if (!known.success || id === undefined) return {};
  const reading = readCustomer(known.data, id).then(
    ({ customer }) => customer.companyName,
    () => "",
  );
  const { promise: over, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(""), timeoutMs);
  const name = await Promise.race([reading, over]);
  clearTimeout(timer);
  return { title: name === "" ? detailTexts.title : name };
}

export default async function CustomerPage({ params, searchParams }: CustomerPageProps) {
  const { environment: segment, customerID: idSegment } = await params;
  const environment = environmentOf(segment);
  const customerID = requireID(idSegment);
  const query = toSearchParams(await searchParams);
  await requireSession(environment, pages.customer(environment, customerID, query));
  const view = parseActivitiesView(query);
  const path = { environment, customerID };
  const readings = [
    customerQueryOptions(environment, customerID, () => readCustomer(environment, customerID)),
    customerOperationsQueryOptions(environment, customerID, () =>
      perform("GET /api/:environment/operations", {
        params: { environment },
        query: customerOperationsQuery(customerID),
      }),
    ),
    customerJobsQueryOptions(environment, customerID, () =>
      perform("GET /api/:environment/customers/:customerID/jobs", { params: path }),
    ),
  ];
  const activityReadings = [
    activitiesQueryOptions(environment, customerID, view, (asked) =>
      perform("GET /api/:environment/customers/:customerID/activities", { params: path, query: asked }),
    ),
    activitySummaryQueryOptions(environment, customerID, view, (asked) =>
      perform("GET /api/:environment/customers/:customerID/activities/summary", { params: path, query: asked }),
    ),
  ];
  const activities = (
    // By themselves, so that many of them hold up no other panel.
    <FirstRead
      readings={activityReadings}
      fallback={
        <div className="rounded-base border border-line bg-surface">
          <PanelSkeleton label={detailTexts.loading} lines={8} />
        </div>
      }
    >
      <ActivitiesPanel environment={environment} customerID={customerID} />
    </FirstRead>
  );
  return (
    // Keyed, so that nothing of one customer stays on the screen of another.
    <div key={`${environment} ${customerID}`}>
      <FirstRead readings={readings} fallback={undefined}>
        <CustomerDetail environment={environment} customerID={customerID} activities={activities} />
      </FirstRead>
    </div>
  );
}
