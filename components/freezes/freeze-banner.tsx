"use client";

import { useQuery } from "@tanstack/react-query";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { FreezeAnswer } from "#lib/contract/operations/freeze.ts";
import { freezeQueryOptions } from "#lib/query/operations/freezes.ts";

/** Loads only while something is frozen, because every page would contain it otherwise. */
const FrozenNotice = lazyPart(() => import("./frozen-notice.tsx").then((module) => module.FrozenNotice));

/**
 * Says on every page of an environment what is frozen. `initial` is data that the server read for the page. Without it,
 * the browser requests the data.
 */
export function FreezeBanner({
  environment,
  initial,
}: {
  environment: Environment;
  initial: FreezeAnswer | undefined;
}) {
  const { data } = useQuery({ ...freezeQueryOptions(environment), ...(initial && { initialData: initial }) });
  return data?.frozen && <FrozenNotice environment={environment} frozen={data.frozen} freezes={data.freezes} />;
}
