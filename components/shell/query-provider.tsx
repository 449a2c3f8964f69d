"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

/**
 * The browser's cache of the BFF's answers. The cache never repeats a failed query automatically. One reason is that
 * the BFF has already retried. The other reason is that rows must not change while a person is about to press one of
 * them.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            retry: false,
            refetchOnWindowFocus: false,
            refetchOnReconnect: false,
            // Makes a request fail immediately with a message if there is no network. TanStack Query's default would
            // wait silently for the network.
            networkMode: "always",
          },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
