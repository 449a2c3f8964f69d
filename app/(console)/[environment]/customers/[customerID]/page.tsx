import type { Metadata } from "next";
import { cache } from "react";
import { perform } from "#app/bff.ts";
import { AssignCustomer, CustomerAssignee } from "#components/assignments/customer-assignee.tsx";
import { CustomerDetail } from "#components/customers/detail/customer-detail.tsx";
import { PanelSkeleton } from "#components/customers/detail/panel-skeleton.tsx";
import { detailTexts } from "#components/customers/detail/texts.ts";
import { CustomerMarks } from "#components/notes/customer-marks.tsx";
import { PinnedNote } from "#components/notes/pinned-note.tsx";
import { CustomerPlanned } from "#components/planned/customer-strip.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { assignmentQueryOptions } from "#lib/query/console/assignments.ts";
import { activitiesQueryOptions, activitySummaryQueryOptions } from "#lib/query/customers/activities.ts";
import {
  customerHistoryQueryOptions,
  customerJobsQueryOptions,
  customerOperationsQuery,
  customerOperationsQueryOptions,
  customerQueryOptions,
} from "#lib/query/customers/customer.ts";
import { notesPerPage, notesQueryOptions } from "#lib/query/customers/notes.ts";
import { plannedOfCustomerQueryOptions } from "#lib/query/operations/planned.ts";
import { parseActivitiesView } from "#lib/url-state/activities-view.ts";
import { parseTimelineView, showsKind, showsOnlyActivities } from "#lib/url-state/timeline-view.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { recordMetadata } from "../../record-metadata.ts";
import { toSearchParams } from "../../to-search-params.ts";
import { ActivitiesArrived, CustomerTimeline } from "./customer-timeline.tsx";

/** Cached per request, because the title and the page both need it. */
const readCustomer = cache((environment: Environment, customerID: string) =>
  perform("GET /api/:environment/customers/:customerID", { params: { environment, customerID } }),
);

export async function generateMetadata({ params }: PageProps<"environment" | "customerID">): Promise<Metadata> {
  const { environment, customerID: id } = await params;
  return recordMetadata({ environment, id }, detailTexts.title, async (known, customerID) => {
    const { customer } = await readCustomer(known, customerID);
    return customer.companyName;
  });
}

export default async function CustomerPage({ params, searchParams }: PageProps<"environment" | "customerID">) {
  const { environment: segment, customerID: idSegment } = await params;
  const environment = environmentOf(segment);
  const customerID = requireID(idSegment);
  const query = toSearchParams(await searchParams);
  await requireSession(environment, pages.customer(environment, customerID, query));
  const view = parseTimelineView(query);
  const activitiesView = parseActivitiesView(query);
  const path = { environment, customerID };
  const readings = [
    customerQueryOptions(environment, customerID, () => readCustomer(environment, customerID)),
    customerOperationsQueryOptions(environment, customerID, () =>
      perform("GET /api/:environment/operations", {
        params: { environment },
        query: customerOperationsQuery(customerID),
      }),
    ),
    plannedOfCustomerQueryOptions(environment, customerID, (asked) =>
      perform("GET /api/:environment/planned", { params: { environment }, query: asked }),
    ),
    customerJobsQueryOptions(environment, customerID, () =>
      perform("GET /api/:environment/customers/:customerID/jobs", { params: path }),
    ),
    customerHistoryQueryOptions(environment, customerID, async () => {
      // Reading the customer also stores the answer in the customer's history. So the history is read afterwards.
      await readCustomer(environment, customerID).catch(() => undefined);
      return perform("GET /api/:environment/customers/:customerID/history", { params: path });
    }),
    assignmentQueryOptions(environment, customerID, () =>
      perform("GET /api/:environment/customers/:customerID/assignee", { params: path }),
    ),
    notesQueryOptions(environment, customerID, 0, () =>
      perform("GET /api/:environment/customers/:customerID/notes", {
        params: path,
        query: { limit: String(notesPerPage) },
      }),
    ),
  ];
  const summaryReading = activitySummaryQueryOptions(environment, customerID, activitiesView, (asked) =>
    perform("GET /api/:environment/customers/:customerID/activities/summary", { params: path, query: asked }),
  );
  const listReading = activitiesQueryOptions(environment, customerID, activitiesView, (asked) =>
    perform("GET /api/:environment/customers/:customerID/activities", { params: path, query: asked }),
  );
  const activityReadings = [
    ...(showsKind(view, "activities") ? [summaryReading] : []),
    ...(showsOnlyActivities(view) ? [listReading] : []),
  ];
  const timeline = (
    // The activities are loaded separately, so that a slow answer of the API does not delay the rest of the page.
    <CustomerTimeline
      environment={environment}
      customerID={customerID}
      arrival={
        <InitialData readings={activityReadings} fallback={<PanelSkeleton label={detailTexts.loading} lines={2} />}>
          <ActivitiesArrived />
        </InitialData>
      }
    />
  );
  return (
    // The key resets all state when the customer changes.
    <div key={`${environment} ${customerID}`}>
      <InitialData readings={readings} fallback={undefined}>
        <CustomerDetail
          environment={environment}
          customerID={customerID}
          planned={<CustomerPlanned environment={environment} customerID={customerID} />}
          pinnedNote={
            <>
              <CustomerAssignee environment={environment} customerID={customerID} />
              <PinnedNote environment={environment} customerID={customerID} />
            </>
          }
          timeline={timeline}
          marks={
            <>
              <CustomerMarks environment={environment} customerID={customerID} />
              <AssignCustomer environment={environment} customerID={customerID} />
            </>
          }
        />
      </InitialData>
    </div>
  );
}
