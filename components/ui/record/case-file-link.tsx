"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { pageRequests } from "#lib/requests/page-requests.ts";

const noRequests: readonly string[] = [];

/** The IDs of the requests that the current page has made. */
export const usePageRequests = () => useSyncExternalStore(pageRequests.subscribe, pageRequests.get, () => noRequests);

interface CaseFileLinkProps {
  environment: Environment;
  title?: string;
  className: string;
  onClick?: () => void;
  children: ReactNode;
}

/**
 * Downloads the case file of the current page (docs/guide/case-files.md). Renders nothing until the page has made a
 * request.
 */
export function CaseFileLink({ environment, children, ...link }: CaseFileLinkProps) {
  const requestIDs = usePageRequests();
  if (requestIDs.length === 0) return null;
  const { pathname, search } = window.location;
  const ofRequests = requestIDs.map((requestID) => ["requestID", requestID]);
  const params = new URLSearchParams([...ofRequests, ["format", "har"], ["view", pathname + search]]);
  return (
    <a href={api.callsExport(environment, params)} download {...link}>
      {children}
    </a>
  );
}
