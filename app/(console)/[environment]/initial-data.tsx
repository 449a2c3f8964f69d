import { dehydrate, type FetchQueryOptions, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { PageRequest } from "#components/ui/panel/page-request.tsx";
import { shownProblem } from "#lib/requests/shown-problem.ts";

/**
 * How long the page waits for its data, in milliseconds. After that, the page is sent without the data. The time is too
 * short to be noticed.
 */
const timeoutMs = 400;

// biome-ignore lint/suspicious/noExplicitAny: each query has its own types
type Reading = FetchQueryOptions<any, any, any, any>;

interface InitialDataProps {
  /** The queries that the page needs, each with a `queryFn` that calls the BFF's operation directly. */
  readings: readonly Reading[];
  /**
   * The placeholder while slow data load. If undefined, the page renders immediately with the available data, and its
   * parts request the missing data.
   */
  fallback: ReactNode | undefined;
  children: ReactNode;
}

/**
 * Runs the queries on the server. Their answers travel in the HTML to the browser's cache. So do errors, so that the
 * page shows them without another request.
 */
async function readAll(client: QueryClient, readings: readonly Reading[]) {
  await Promise.all(readings.map((reading) => client.prefetchQuery(reading)));
  return handOver(client);
}

/** The state of the cache so far, including errors. */
async function handOver(client: QueryClient) {
  const requestID = (await headers()).get("x-request-id") ?? undefined;
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.status !== "error") continue;
    const problem = shownProblem(query.state.error, requestID);
    // An instance of a class cannot be serialized for the browser, so only the problem's data are sent.
    const error = { name: "RequestFailed", message: problem.detail, problem } as Error;
    query.setState({ error, fetchFailureReason: error });
  }
  return dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== "pending" });
}

/** Resolves to `answer`, or to undefined if it takes longer than `ms` milliseconds. */
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
 * Reads a page's first data. Data usually arrive quickly, and are then part of the page itself. Content in a `Suspense`
 * would stay hidden until a script inserts it: the content would flash, and without scripts it would never appear.
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
