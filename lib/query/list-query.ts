import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import { api, type EnvironmentPlace } from "#lib/paths.ts";
import type { AnswerShape } from "#lib/requests/answer-shape.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";
import { isKnown } from "./operations/run-polling.ts";
import { type PolledState, pageReading, whileAllowed } from "./page-reading.ts";

const shapeOf = <Answer>(name: string) => ({ [name]: "array", total: "number" }) as AnswerShape<Answer>;

/**
 * The polling interval of a list, in milliseconds. Streams only report changes of jobs that are already listed, so new
 * jobs are found by polling.
 */
const readAgainMs: Readonly<Partial<Record<EnvironmentPlace, number>>> = { jobs: 15_000 };

/**
 * One page of an API list without filters. `name` is the name of the API's collection, of the console's route and of
 * the page's place. The browser reads the list over HTTP; the server calls the BFF's operation directly.
 */
export function listQueryOptions<Answer extends object>(
  name: keyof Answer & EnvironmentPlace,
  environment: Environment,
  view: PageView,
  read: (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<Answer> = (query, signal, quiet) =>
    fetchJson<Answer>(api.list(environment, name, query), shapeOf<Answer>(name), { signal, quiet }),
) {
  const againMs = readAgainMs[name];
  return queryOptions({
    queryKey: [environment, name, view],
    meta: pageReading,
    queryFn: ({ signal, client, queryKey }) =>
      read(pageQueryOf(view), signal, againMs !== undefined && isKnown(client, queryKey)),
    staleTime: againMs ?? 60_000,
    refetchInterval: againMs === undefined ? false : whileAllowed<PolledState<Answer>>(againMs),
  });
}
