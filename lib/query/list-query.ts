import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import { api, type EnvironmentPlace } from "#lib/paths.ts";
import type { AnswerShape } from "#lib/requests/answer-shape.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";
import { pageReading } from "./page-reading.ts";

const shapeOf = <Answer>(name: string) => ({ [name]: "array", total: "number" }) as AnswerShape<Answer>;

/**
 * One page of an API list without filters. `name` is the name of the API's collection, of the console's route and of
 * the page's place. The browser reads the list over HTTP; the server calls the BFF's operation directly.
 */
export function listQueryOptions<Answer extends object>(
  name: keyof Answer & EnvironmentPlace,
  environment: Environment,
  view: PageView,
  read: (query: URLSearchParams, signal: AbortSignal) => Promise<Answer> = (query, signal) =>
    fetchJson<Answer>(api.list(environment, name, query), shapeOf<Answer>(name), { signal }),
) {
  return queryOptions({
    queryKey: [environment, name, view],
    meta: pageReading,
    queryFn: ({ signal }) => read(pageQueryOf(view), signal),
    staleTime: 60_000,
  });
}
