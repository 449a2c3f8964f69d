import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ApiStatus } from "#components/api-status/api-status.tsx";
import { apiStatusTexts } from "#components/api-status/texts.ts";
import { pages } from "#lib/paths.ts";
import { apiStatusQueryOptions } from "#lib/query/api-status.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";

export const metadata: Metadata = { title: apiStatusTexts.title };

export default async function ApiStatusPage({ params }: Pick<PageProps, "params">) {
  const environment = environmentOf((await params).environment);
  await requireSession(environment, pages.apiStatus(environment));
  const reading = apiStatusQueryOptions(environment, {
    isPage: true,
    read: () => perform("GET /api/:environment/api-status", { params: { environment } }),
  });
  return (
    <div key={environment}>
      <InitialData readings={[reading]} fallback={undefined}>
        <ApiStatus environment={environment} />
      </InitialData>
    </div>
  );
}
