import { dehydrate, type FetchQueryOptions, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { HydratedPart } from "#components/ui/hydrated-part.tsx";
import { PageRequest } from "#components/ui/panel/page-request.tsx";
import { shownProblem } from "#lib/requests/shown-problem.ts";

/**
 * How long the server waits for the page's data, in milliseconds. After this time, the server sends the page without
 * the data. People do not notice a delay this short.
 */
const timeoutMs = 400;

// biome-ignore lint/suspicious/noExplicitAny: each query has different types
type Reading = FetchQueryOptions<any, any, any, any>;

interface InitialDataProps {
  /** The queries that the page needs. Each `queryFn` calls the operation of the BFF directly, without HTTP. */
  readings: readonly Reading[];
  /**
   * The placeholder while slow data loads. If undefined, there is no placeholder: after `timeoutMs`, the page renders
   * with the data so far, and the parts of the page request the missing data.
   */
  fallback: ReactNode | undefined;
  children: ReactNode;
}

/**
 * Runs the queries on the server. The HTML carries the answers to the browser's cache. It also carries the errors, so
 * that the page can show them without another request.
 */
async function readAll(client: QueryClient, readings: readonly Reading[]) {
  await Promise.all(readings.map((reading) => client.prefetchQuery(reading)));
  return handOver(client);
}

/** The answers and errors so far, in a form that the HTML can carry. */
async function handOver(client: QueryClient) {
  const requestID = (await headers()).get("x-request-id") ?? undefined;
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.status !== "error") continue;
    const problem = shownProblem(query.state.error, requestID);
    // Class instances cannot be serialized for the browser, so only the data of the problem is sent.
    const error = { name: "RequestFailed", message: problem.detail, problem } as Error;
    query.setState({ error, fetchFailureReason: error });
  }
  return dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== "pending" });
}

/** Resolves to `answer`, or to undefined after `ms` milliseconds. */
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
 * Loads a page's first data. Fast data becomes part of the page's HTML. Only slow data uses `Suspense`, because the
 * content of `Suspense` stays hidden until a script inserts the content. With `Suspense`, fast data would flash, and
 * would never appear without scripts.
 */
export async function InitialData({ readings, fallback, children }: InitialDataProps) {
  const requestID = (await headers()).get("x-request-id");
  return (
    <>
      {requestID !== null && <PageRequest requestID={requestID} />}
      <FirstData readings={readings} fallback={fallback}>
        <HydratedPart>{children}</HydratedPart>
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
