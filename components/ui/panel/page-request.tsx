"use client";

import { useEffect } from "react";
import { notePageRequest } from "#lib/requests/page-requests.ts";

/**
 * Records the request with which the server rendered this page. So the list of the page's API calls includes the calls
 * of this request.
 */
export function PageRequest({ requestID }: { requestID: string }) {
  useEffect(() => notePageRequest(requestID, window.location.pathname), [requestID]);
  return null;
}
