import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ApiProfile } from "#components/api-profile/api-profile.tsx";
import { apiProfileTexts } from "#components/api-profile/texts.ts";
import { pages } from "#lib/paths.ts";
import { apiProfileQueryOptions } from "#lib/query/api-profile.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";

export const metadata: Metadata = { title: apiProfileTexts.title };

export default async function ApiProfilePage({ params }: Pick<PageProps, "params">) {
  const environment = environmentOf((await params).environment);
  await requireSession(environment, pages.apiProfile(environment));
  const reading = apiProfileQueryOptions(environment, {
    read: () => perform("GET /api/:environment/profile", { params: { environment } }),
  });
  return (
    <div key={environment}>
      <InitialData readings={[reading]} fallback={undefined}>
        <ApiProfile environment={environment} />
      </InitialData>
    </div>
  );
}
