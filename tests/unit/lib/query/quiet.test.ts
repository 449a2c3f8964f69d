import { type FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { quietHeader } from "#lib/contract/values/headers.ts";
import { followedOperationQueryOptions } from "#lib/query/customers/customer.ts";
import { creationsQueryOptions } from "#lib/query/customers/new-customers.ts";
import { operationQueryOptions } from "#lib/query/operations/operations.ts";
import { trayQueryOptions } from "#lib/query/operations/tray.ts";

afterEach(() => vi.unstubAllGlobals());

// biome-ignore lint/suspicious/noExplicitAny: each query has its own types
type AnyReading = FetchQueryOptions<any, any, any, any>;

const operation = { operationID: "b7a3", kind: "change-contract" } as Operation;

test.each([
  ["an operation on its customer's page", followedOperationQueryOptions("sandbox", operation, () => false)],
  ["new customers", creationsQueryOptions("sandbox")],
  ["an operation on its own page", operationQueryOptions("sandbox", "b7a3")],
  ["the tray", trayQueryOptions("sandbox")],
])("polling does not extend a session: %s", async (_, options) => {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response("{}"));
  vi.stubGlobal("fetch", fetched);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // The answer has a wrong shape. Only the request matters in this test.
  await client.fetchQuery({ ...(options as AnyReading), staleTime: 0 }).catch(() => {});
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(new Headers(fetched.mock.calls[0]?.[1].headers).get(quietHeader)).toBe("1");
});
