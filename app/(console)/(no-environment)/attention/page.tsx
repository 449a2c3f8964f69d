import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { Attention } from "#components/attention/attention.tsx";
import { attentionTexts } from "#components/attention/texts.ts";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { pages } from "#lib/paths.ts";
import { attentionQueryOptions } from "#lib/query/console/attention.ts";
import { attentionViewParams, parseAttentionView } from "#lib/url-state/attention-view.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { toSearchParams } from "../../[environment]/to-search-params.ts";
import { type PageProps, requireSignedIn } from "../../require-session.ts";

export const metadata: Metadata = { title: attentionTexts.title };

export default async function AttentionPage({ searchParams }: PageProps<never>) {
  const view = parseAttentionView(toSearchParams(await searchParams));
  await requireSignedIn(pages.attention(attentionViewParams(view)));
  const reading = attentionQueryOptions(view, (query) => perform("GET /api/attention", { query }));
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={attentionTexts.title} note={attentionTexts.note} />
      <InitialData readings={[reading]} fallback={<p role="status">{attentionTexts.loading}</p>}>
        <Attention />
      </InitialData>
    </div>
  );
}
