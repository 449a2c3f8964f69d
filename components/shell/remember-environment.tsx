"use client";

import { useEffect } from "react";
import { lastEnvironmentCookie } from "#lib/browser-storage/last-environment.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** Stores the environment for the links of pages without an environment. */
export function RememberEnvironment({ environment }: { environment: Environment }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist on plain-http hosts
    document.cookie = lastEnvironmentCookie(environment);
  }, [environment]);
  return null;
}
