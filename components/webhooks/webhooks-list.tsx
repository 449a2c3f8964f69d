"use client";

import { useQuery } from "@tanstack/react-query";
import { ListSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { usePageView } from "#components/data-table/use-page-view.ts";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Webhook, WebhookList } from "#lib/contract/webhook.ts";
import { pages } from "#lib/paths.ts";
import { listQueryOptions } from "#lib/query/list-query.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { pageViewParams } from "#lib/url-state/page-view.ts";
import { webhookColumns, webhookRowMenu } from "./columns.tsx";
import { webhooksTexts as texts, webhookForms } from "./texts.ts";

/**
 * The webhook's ID may be missing, and two webhooks may have the same URL. So without an ID, the key contains the raw
 * data.
 */
const rowID = ({ webhookID, url, raw }: Webhook) => webhookID ?? `${url} ${JSON.stringify(raw)}`;

/** Shown until the first webhooks have loaded. */
export function WebhooksSkeleton() {
  return <ListSkeleton columns={webhookColumns} card="max-sm:h-[101px]" label={texts.loading} />;
}

/** An environment's webhooks, page by page. */
export function WebhooksList({ environment }: { environment: Environment }) {
  const [view, changeView] = usePageView();
  const query = useQuery({ ...listQueryOptions<WebhookList>("webhooks", environment, view), ...keepPageData });
  return (
    <div className="flex flex-col gap-2">
      <p className="-mt-2 text-ink-muted text-table">{texts.note}</p>
      <PagedList
        texts={texts}
        forms={webhookForms}
        view={view}
        onView={changeView}
        reading={query}
        rowsOf={(list) => list.webhooks}
        rowID={rowID}
        card="max-sm:h-[101px]"
        columns={webhookColumns}
        name="webhooks"
        menu={webhookRowMenu}
        emptyAction={
          <Button onClick={() => void query.refetch()} aria-disabled={query.isFetching}>
            {texts.checkAgain}
          </Button>
        }
        signInHref={pages.signIn(pages.webhooks(environment, pageViewParams(view)))}
      />
    </div>
  );
}
