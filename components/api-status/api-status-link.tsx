"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { rereadOutdated } from "#components/ui/panel/use-page-readings.ts";
import { Status } from "#components/ui/status/status.tsx";
import type { ApiStatus } from "#lib/contract/api-status.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { apiStatusQueryOptions } from "#lib/query/api-status.ts";
import { whileAllowed } from "#lib/query/page-reading.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { type HealthState, healthStateOf } from "./health.ts";
import { stateStyles } from "./state-styles.ts";
import { stateTexts as texts } from "./state-texts.ts";

const calm: ReadonlySet<HealthState> = new Set(["answers", "notAsked"]);

/** The polling intervals of the API status, in milliseconds: while all is well, and while there is a problem. */
const calmMs = 60_000;
const troubledMs = 10_000;
/**
 * The first polling interval if the API has received no request yet, in milliseconds. The interval is short, because
 * the page that is opening will soon send this request.
 */
const firstMs = 3_000;

interface ApiStatusLinkProps {
  environment: Environment;
  /** The status that the server read for this page. If undefined, the browser requests the status. */
  initial?: ApiStatus | undefined;
}

/**
 * Shows the state of the API on every page. Links to the page with the API's figures. The state is visible in words
 * only if something is wrong and the screen is wide. Screen readers always get the words.
 */
export function ApiStatusLink({ environment, initial }: ApiStatusLinkProps) {
  const client = useQueryClient();
  const options = apiStatusQueryOptions(environment);
  const { data } = useQuery({
    ...options,
    ...(initial && { initialData: initial, refetchOnMount: false }),
    refetchInterval: whileAllowed(({ state }) => {
      if (!state.data) return calmMs;
      const verdict = healthStateOf(state.data);
      // Polls quickly only once. If nobody uses the environment, further quick polling would be useless.
      if (verdict === "notAsked" && state.dataUpdateCount === 0) return firstMs;
      return calm.has(verdict) ? calmMs : troubledMs;
    }),
  });
  useEffect(() => {
    const { queryKey } = apiStatusQueryOptions(environment);
    // A failed request of this page already shows that there is a problem. So the status is read again before the next
    // poll.
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (!shownProblem(event.action.error).code.startsWith("upstream_")) return;
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    });
  }, [client, environment]);
  const isHeld = data !== undefined && data.availability !== "available";
  const wasHeld = useRef(false);
  useEffect(() => {
    // Requests are no longer paused. So the page reloads outdated data without a click.
    if (wasHeld.current && !isHeld) void rereadOutdated(client);
    wasHeld.current = isHeld;
  }, [client, isHeld]);
  if (!data) return null;
  const verdict = healthStateOf(data);
  const { tone, icon, word } = stateStyles[verdict];
  return (
    <Link
      href={pages.apiStatus(environment)}
      prefetch={false}
      title={texts.label(word)}
      className="inline-flex h-8 min-w-8 shrink-0 items-center justify-center rounded-base px-1.5 text-table hover:bg-sunken"
    >
      <Status tone={tone} icon={icon}>
        <span className="sr-only">{texts.label(word)}</span>
        {!calm.has(verdict) && (
          <span aria-hidden className="max-lg:hidden">
            {word}
          </span>
        )}
      </Status>
    </Link>
  );
}
