import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { perform } from "#app/bff.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomersView } from "#lib/customers-view.ts";
import { customersQueryOptions } from "#lib/query/customers.ts";
import { shownProblem } from "#lib/shown-problem.ts";

interface FirstCustomersProps {
  environment: Environment;
  view: CustomersView;
  children: ReactNode;
}

/**
 * Reads the first page by the BFF's own operation and hands it to the browser's cache with the
 * HTML. A failure travels the same way, so that the page shows it without asking again.
 */
export async function FirstCustomers({ environment, view, children }: FirstCustomersProps) {
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
  return (
    <HydrationBoundary state={dehydrate(client, { shouldDehydrateQuery: () => true })}>{children}</HydrationBoundary>
  );
}
