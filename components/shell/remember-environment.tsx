"use client";

import { useEffect } from "react";
import { lastEnvironmentCookie } from "#lib/browser-storage/last-environment.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** Stores the environment in a cookie. Pages without an environment use the cookie for their links. */
export function RememberEnvironment({ environment }: { environment: Environment }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only with HTTPS
    document.cookie = lastEnvironmentCookie(environment);
  }, [environment]);
  return null;
}
