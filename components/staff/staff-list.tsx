"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { usePageView } from "#components/data-table/use-page-view.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { useSession } from "#components/ui/session.tsx";
import type { StaffMember } from "#lib/contract/access/staff.ts";
import { pages } from "#lib/paths.ts";
import { staffQueryOptions } from "#lib/query/console/staff.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { pageViewParams } from "#lib/url-state/page-view.ts";
import { staffColumns } from "./columns.tsx";
import { staffForms, staffTexts as texts } from "./texts.ts";

const ManageDialog = lazyPart(() => import("./manage-dialog.tsx").then((module) => module.ManageDialog));

const rowID = ({ staffID }: StaffMember) => staffID;

/** All people who may use the console. An administrator can open the actions for each person. */
export function StaffList() {
  const [view, changeView] = usePageView();
  const reading = useQuery({ ...staffQueryOptions(view), ...keepPageData });
  const { staffID: ownID } = useSession().staff;
  const [shown, setShown] = useState<StaffMember>();
  const columns = useMemo(() => staffColumns(ownID, setShown), [ownID]);
  return (
    <>
      <PagedList
        texts={texts}
        forms={staffForms}
        view={view}
        onView={changeView}
        reading={reading}
        rowsOf={(list) => list.staff}
        rowID={rowID}
        columns={columns}
        signInHref={pages.signIn(pages.staff(pageViewParams(view)))}
      />
      {shown && <ManageDialog person={shown} isOwn={shown.staffID === ownID} onClose={() => setShown(undefined)} />}
    </>
  );
}
