import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { StaffHeader } from "#components/staff/header.tsx";
import { StaffList } from "#components/staff/staff-list.tsx";
import { StaffSkeleton } from "#components/staff/staff-skeleton.tsx";
import { staffTexts } from "#components/staff/texts.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { pages } from "#lib/paths.ts";
import { staffQueryOptions } from "#lib/query/console/staff.ts";
import { pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { toSearchParams } from "../../[environment]/to-search-params.ts";
import { type PageProps, requireSignedIn } from "../../require-session.ts";
import { NeedsRole } from "../needs-role.tsx";

export const metadata: Metadata = { title: staffTexts.title };

export default async function StaffPage({ searchParams }: PageProps<never>) {
  const view = parsePageView(toSearchParams(await searchParams));
  const { staff } = await requireSignedIn(pages.staff(pageViewParams(view)));
  if (!may(staff.role, "staff.manage"))
    return <NeedsRole title={staffTexts.title} permission="staff.manage" role={staff.role} />;
  const reading = staffQueryOptions(view, (query) => perform("GET /api/staff", { query }));
  return (
    <div data-wide className="flex flex-col gap-3">
      <StaffHeader />
      <InitialData readings={[reading]} fallback={<StaffSkeleton />}>
        <StaffList />
      </InitialData>
    </div>
  );
}
