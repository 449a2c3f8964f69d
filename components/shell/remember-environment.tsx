"use client";

import { useEffect } from "react";
import { lastEnvironmentCookie } from "#lib/browser-storage/last-environment.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** Stores the environment for the links of pages without an environment. */
export function RememberEnvironment({ environment }: { environment: Environment }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, plain-http hosts have none
    document.cookie = lastEnvironmentCookie(environment);
  }, [environment]);
  return null;
}
