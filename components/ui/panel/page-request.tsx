"use client";

import { useEffect } from "react";
import { notePageRequest } from "#lib/requests/page-requests.ts";

/** Records the request that rendered this page on the server, so that the page's calls include its calls. */
export function PageRequest({ requestID }: { requestID: string }) {
  useEffect(() => notePageRequest(requestID, window.location.pathname), [requestID]);
  return null;
}
