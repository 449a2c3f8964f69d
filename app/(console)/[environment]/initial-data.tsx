import { dehydrate, type FetchQueryOptions, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { PageRequest } from "#components/ui/panel/page-request.tsx";
import { shownProblem } from "#lib/requests/shown-problem.ts";

/** How long the page waits for its data before it is sent without. Below what a person takes for a pause. */
const timeoutMs = 400;

// biome-ignore lint/suspicious/noExplicitAny: each reading has types of its own
type Reading = FetchQueryOptions<any, any, any, any>;

interface InitialDataProps {
  /** What the page needs, each with a `queryFn` that performs the BFF's own operation. */
  readings: readonly Reading[];
  /**
   * What stands there until data come that took longer; undefined where the page shows at once what there
   * is, and each of its parts asks by itself for what was not there yet.
   */
  fallback: ReactNode | undefined;
  children: ReactNode;
}

/**
 * Reads by the BFF's own operations and hands the answers to the browser's cache with the HTML. A
 * failure travels the same way, so that the page shows it without asking again.
 */
async function readAll(client: QueryClient, readings: readonly Reading[]) {
  await Promise.all(readings.map((reading) => client.prefetchQuery(reading)));
  return handOver(client);
}

/** What has been read so far, failures included. */
async function handOver(client: QueryClient) {
  const requestID = (await headers()).get("x-request-id") ?? undefined;
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.status !== "error") continue;
    const problem = shownProblem(query.state.error, requestID);
    // A class does not survive the way to the browser: the problem's facts do.
    const error = { name: "RequestFailed", message: problem.detail, problem } as Error;
    query.setState({ error, fetchFailureReason: error });
  }
  return dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== "pending" });
}

/** `answer`, or nothing when it takes longer than `ms`. */
async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer | undefined> {
  const over = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => over.resolve(undefined), ms);
  try {
    return await Promise.race([answer, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function Late({ reading, children }: { reading: ReturnType<typeof readAll>; children: ReactNode }) {
  return <HydrationBoundary state={await reading}>{children}</HydrationBoundary>;
}

/**
 * A page's first data. Quick ones, the rule, stand in the page itself: what comes behind a `Suspense` is
 * hidden until a script puts it in its place, which is a flash at best and nothing without scripts.
 */
export async function InitialData({ readings, fallback, children }: InitialDataProps) {
  const requestID = (await headers()).get("x-request-id");
  return (
    <>
      {requestID !== null && <PageRequest requestID={requestID} />}
      <FirstData readings={readings} fallback={fallback}>
        {children}
      </FirstData>
    </>
  );
}

async function FirstData({ readings, fallback, children }: InitialDataProps) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const reading = readAll(client, readings);
  const first = await within(timeoutMs, reading);
  if (first) return <HydrationBoundary state={first}>{children}</HydrationBoundary>;
  if (fallback === undefined) return <HydrationBoundary state={await handOver(client)}>{children}</HydrationBoundary>;
  return (
    <Suspense fallback={fallback}>
      <Late reading={reading}>{children}</Late>
    </Suspense>
  );
}
