import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type { JobList } from "#lib/contract/job.ts";
import type { NumberList } from "#lib/contract/number.ts";
import type { WebhookList } from "#lib/contract/webhook.ts";
import { api } from "#lib/paths.ts";
import type { AnswerShape } from "#lib/requests/answer-shape.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";
import { isKnown } from "./operations/run-polling.ts";
import { type PolledState, pageReading, whileAllowed } from "./page-reading.ts";

/** The lists of the API that are read page by page without a filter, by their collection. */
export interface ListAnswers {
  jobs: JobList;
  numbers: NumberList;
  webhooks: WebhookList;
}

export type ListName = keyof ListAnswers;

/** The route of a list in the BFF's table. */
export const listRouteKey = (name: ListName) => `GET /api/:environment/${name}` as const;

const shapeOf = <Name extends ListName>(name: Name) =>
  ({ [name]: "array", total: "number" }) as unknown as AnswerShape<ListAnswers[Name]>;

/** How soon a list is read again by itself. Streams tell of the jobs that are listed; new ones come with a reading. */
const readAgainMs: Readonly<Partial<Record<ListName, number>>> = { jobs: 15_000 };

/** One page of a list: over HTTP in the browser, by the BFF's own operation on the server. */
export function listQueryOptions<Name extends ListName>(
  name: Name,
  environment: Environment,
  view: PageView,
  read: (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<ListAnswers[Name]> = (
    query,
    signal,
    quiet,
  ) => fetchJson<ListAnswers[Name]>(api.list(environment, name, query), shapeOf(name), { signal, quiet }),
) {
  const againMs = readAgainMs[name];
  return queryOptions({
    queryKey: [environment, name, view],
    meta: pageReading,
    queryFn: ({ signal, client, queryKey }) =>
      read(pageQueryOf(view), signal, againMs !== undefined && isKnown(client, queryKey)),
    staleTime: againMs ?? 60_000,
    refetchInterval: againMs === undefined ? false : whileAllowed<PolledState<ListAnswers[Name]>>(againMs),
  });
}
