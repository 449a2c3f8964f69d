import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ScheduledExports } from "#components/scheduled-exports/scheduled-exports.tsx";
import { exportsTexts } from "#components/scheduled-exports/texts.ts";
import { pages } from "#lib/paths.ts";
import { scheduledExportsQueryOptions } from "#lib/query/operations/scheduled-exports.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";

export const metadata: Metadata = { title: exportsTexts.title };

export default async function ScheduledExportsPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  await requireSession(environment, pages.scheduledExports(environment));
  const { view } = await searchParams;
  const reading = scheduledExportsQueryOptions(environment, {
    read: () => perform("GET /api/:environment/scheduled-exports", { params: { environment } }),
  });
  return (
    <div key={environment}>
      <InitialData readings={[reading]} fallback={undefined}>
        <ScheduledExports environment={environment} viewID={typeof view === "string" ? view : undefined} />
      </InitialData>
    </div>
  );
}
