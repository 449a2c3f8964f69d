import { type DehydratedState, dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { perform } from "#app/bff.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomersView } from "#lib/customers-view.ts";
import { customersQueryOptions } from "#lib/query/customers.ts";
import { shownProblem } from "#lib/shown-problem.ts";

/** How long the page waits for its rows before it is sent without them. Below what a person takes for a pause. */
const patienceMs = 400;

interface FirstCustomersProps {
  environment: Environment;
  view: CustomersView;
  /** What stands there until rows come that took longer. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Reads the first page by the BFF's own operation and hands it to the browser's cache with the
 * HTML. A failure travels the same way, so that the page shows it without asking again.
 */
async function readFirst(environment: Environment, view: CustomersView): Promise<DehydratedState> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const options = customersQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/customers", { params: { environment }, query }),
  );
  await client.prefetchQuery(options);
  const query = client.getQueryCache().find({ queryKey: options.queryKey });
  if (query?.state.status === "error") {
    const requestID = (await headers()).get("x-request-id") ?? undefined;
    const problem = shownProblem(query.state.error, requestID);
    // A class does not survive the way to the browser: the problem's facts do.
    const error = { name: "RequestFailed", message: problem.detail, problem } as Error;
    query.setState({ error, fetchFailureReason: error });
  }
  return dehydrate(client, { shouldDehydrateQuery: () => true });
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

async function Late({ reading, children }: { reading: Promise<DehydratedState>; children: ReactNode }) {
  return <HydrationBoundary state={await reading}>{children}</HydrationBoundary>;
}

/**
 * The first rows. Quick ones, the rule, stand in the page itself: what comes behind a `Suspense` is
 * hidden until a script puts it in its place, which is a flash at best and nothing without scripts.
 */
export async function FirstCustomers({ environment, view, fallback, children }: FirstCustomersProps) {
  const reading = readFirst(environment, view);
  const first = await within(patienceMs, reading);
  if (first) return <HydrationBoundary state={first}>{children}</HydrationBoundary>;
  return (
    <Suspense fallback={fallback}>
      <Late reading={reading}>{children}</Late>
    </Suspense>
  );
}
