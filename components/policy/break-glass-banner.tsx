"use client";

import { useQuery } from "@tanstack/react-query";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { BreakGlassAnswer } from "#lib/contract/access/policy.ts";
import { breakGlassQueryOptions } from "#lib/query/console/policy.ts";

/** Loads only after a break-glass sign-in, because every page of an administrator would contain it otherwise. */
const BreakGlassUse = lazyPart(() => import("./break-glass-use.tsx").then((module) => module.BreakGlassUse));

/**
 * Tells every administrator about break-glass sign-ins until another administrator has acknowledged them. Appears on
 * every page. `initial` is data that the server read for the page. Without it, the browser requests the data.
 */
export function BreakGlassBanner({ initial }: { initial: BreakGlassAnswer | undefined }) {
  const { data } = useQuery({ ...breakGlassQueryOptions(), ...(initial && { initialData: initial }) });
  return data?.uses && <BreakGlassUse use={data.uses} />;
}
