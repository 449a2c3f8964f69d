"use client";

import { useParams } from "next/navigation";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";

/** The environment of the current page. Undefined if the page has none. */
export function usePageEnvironment(): Environment | undefined {
  const { environment } = useParams();
  return environments.find((name) => name === environment);
}
