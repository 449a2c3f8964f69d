import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ApiBehaviour } from "#components/api-behaviour/api-behaviour.tsx";
import { apiBehaviourTexts } from "#components/api-behaviour/texts.ts";
import { pages } from "#lib/paths.ts";
import { apiBehaviourQueryOptions } from "#lib/query/api-behaviour.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";

export const metadata: Metadata = { title: apiBehaviourTexts.title };

export default async function ApiBehaviourPage({ params }: Pick<PageProps, "params">) {
  const environment = environmentOf((await params).environment);
  await requireSession(environment, pages.apiBehaviour(environment));
  const reading = apiBehaviourQueryOptions(environment, {
    read: () => perform("GET /api/:environment/profile", { params: { environment } }),
  });
  return (
    <div key={environment}>
      <InitialData readings={[reading]} fallback={undefined}>
        <ApiBehaviour environment={environment} />
      </InitialData>
    </div>
  );
}
