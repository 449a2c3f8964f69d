"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { pageAddress } from "./page-address.ts";

const PageQuery = createContext<string | undefined>(undefined);

/**
 * Gives the pages within the query that the address has. One that a page sets is shown at once: the router draws it in
 * pieces of a few milliseconds with a frame between them. When the router has drawn it nothing is rendered again, as
 * would be whatever calls `useSearchParams`.
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

/** The query of the page's address, without "?". */
export function usePageQuery(): string {
  const query = useContext(PageQuery);
  if (query === undefined) throw new Error("There is no PageQueryProvider around what reads the page's query.");
  return query;
}
