"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { usePageView } from "#components/data-table/use-page-view.ts";
import type { ApiClient } from "#lib/contract/access/clients.ts";
import { pages } from "#lib/paths.ts";
import { clientsQueryOptions } from "#lib/query/console/clients.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { pageViewParams } from "#lib/url-state/page-view.ts";
import { clientColumns } from "./columns.tsx";
import { ManageClientDialog } from "./manage-client-dialog.tsx";
import { clientForms, clientTexts as texts } from "./texts.ts";

const rowID = ({ clientID }: ApiClient) => clientID;

/** The list of API clients. An administrator can open the actions of each client. */
export function ClientList() {
  const [view, changeView] = usePageView();
  const reading = useQuery({ ...clientsQueryOptions(view), ...keepPageData });
  const [shown, setShown] = useState<ApiClient>();
  const columns = useMemo(() => clientColumns(setShown), []);
  return (
    <>
      <PagedList
        texts={texts}
        forms={clientForms}
        view={view}
        onView={changeView}
        reading={reading}
        rowsOf={(list) => list.clients}
        rowID={rowID}
        columns={columns}
        signInHref={pages.signIn(pages.clients(pageViewParams(view)))}
      />
      {shown && <ManageClientDialog client={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
