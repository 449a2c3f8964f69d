import { dehydrate, type FetchQueryOptions, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { PageRequest } from "#components/ui/panel/page-request.tsx";
import { shownProblem } from "#lib/requests/shown-problem.ts";

/**
 * How long the page waits for its data, in milliseconds, before it is sent without them. Short enough not to be
 * noticed.
 */
const timeoutMs = 400;

// biome-ignore lint/suspicious/noExplicitAny: each reading has types of its own
type Reading = FetchQueryOptions<any, any, any, any>;

interface InitialDataProps {
  /** The queries that the page needs, each with a `queryFn` that calls the BFF's operation directly. */
  readings: readonly Reading[];
  /**
   * The placeholder while slow data load. If undefined, the page renders immediately with the available data, and its
   * parts request the rest.
   */
  fallback: ReactNode | undefined;
  children: ReactNode;
}

/**
 * Calls the BFF's operations and sends the answers to the browser's cache with the HTML. Errors are sent as well, so
 * that the page shows them without another request.
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
    // A class instance cannot be serialized for the browser, but the problem's data can.
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
 * A page's first data. Fast data, the normal case, are part of the page itself: content behind a `Suspense` is hidden
 * until a script inserts it, which flashes, or is never shown without scripts.
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
