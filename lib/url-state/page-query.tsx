"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { pageAddress } from "./page-address.ts";

const PageQuery = createContext<string | undefined>(undefined);

/**
 * Provides the query of the URL to the page. A query that the page itself has set is shown immediately, because the
 * router needs several frames to render it. When the router has rendered the query, the page does not render a second
 * time, as it would with `useSearchParams`.
 */
export function PageQueryProvider({ children }: { children: ReactNode }) {
  const path = usePathname();
  const drawn = useSearchParams().toString();
  const waiting = useSyncExternalStore(
    pageAddress.subscribe,
    () => pageAddress.waitingQuery(path),
    () => undefined,
  );
  return <PageQuery value={waiting ?? drawn}>{children}</PageQuery>;
}

/** The query of the page's URL, without "?". */
export function usePageQuery(): string {
  const query = useContext(PageQuery);
  if (query === undefined) throw new Error("There is no PageQueryProvider around what reads the page's query.");
  return query;
}
