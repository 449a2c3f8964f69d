"use client";

import { useEffect } from "react";
import { notePageRequest } from "#lib/requests/page-requests.ts";

/** Notes the request by which the server has made this page, so that the calls of the page have its calls too. */
export function PageRequest({ requestID }: { requestID: string }) {
  useEffect(() => notePageRequest(requestID, window.location.pathname), [requestID]);
  return null;
}
