import type { ComponentType } from "react";
import { perform } from "#app/bff.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { type EnvironmentPlace, pages } from "#lib/paths.ts";
import { places } from "#lib/places.ts";
import { listQueryOptions } from "#lib/query/list-query.ts";
import { pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";
import type { ReadRouteKey } from "#server/bff/bff.ts";
import { environmentOf, type PageProps, requireSession } from "../require-session.ts";
import { InitialData } from "./initial-data.tsx";
import { toSearchParams } from "./to-search-params.ts";

type Part = ComponentType<{ environment: Environment }>;

/** The places that have the same name as a list's route. */
type ListName = {
  [Name in EnvironmentPlace]: `GET /api/:environment/${Name}` extends ReadRouteKey ? Name : never;
}[EnvironmentPlace];

/** Creates the page of a list that has no filters: the title, the age, and the first rows. */
export function listPage(name: ListName, List: Part, Skeleton: Part) {
  return async function ListPage({ params, searchParams }: PageProps) {
    const environment = environmentOf((await params).environment);
    const view = parsePageView(toSearchParams(await searchParams));
    await requireSession(environment, pages[name](environment, pageViewParams(view)));
    const read = (query: URLSearchParams) =>
      perform(`GET /api/:environment/${name}`, { params: { environment }, query }) as Promise<object>;
    const reading = listQueryOptions(name, environment, view, read as () => Promise<Record<ListName, unknown>>);
    return (
      // The key resets all state when the environment changes.
      <div key={environment} data-wide className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-3">
          <h1 className="font-semibold text-display">{places[name].title}</h1>
          <PageFreshness />
        </div>
        <InitialData readings={[reading]} fallback={<Skeleton environment={environment} />}>
          <List environment={environment} />
        </InitialData>
      </div>
    );
  };
}
