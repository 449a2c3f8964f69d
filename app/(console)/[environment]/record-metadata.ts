import type { Metadata } from "next";
import { notFoundTexts } from "#components/shell/texts.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { idOf } from "../path-segment.ts";
import { titleWithin } from "./title-within.ts";

/**
 * The metadata of a page about one record. The title is the result of `read`, or `fallback` if `read` takes too long.
 * If the path has no environment or no valid ID, the title is "Page not found". The title must be set here, because
 * after hydration the browser ignores the title of `not-found.tsx`.
 */
export async function recordMetadata(
  path: { environment: string; id: string },
  fallback: string | ((id: string) => string),
  read?: (environment: Environment, id: string) => Promise<string | undefined>,
): Promise<Metadata> {
  const environment = environmentSchema.safeParse(path.environment).data;
  const id = idOf(path.id);
  if (environment === undefined || id === undefined) return { title: notFoundTexts.title };
  const title = typeof fallback === "string" ? fallback : fallback(id);
  return { title: read ? await titleWithin(read(environment, id), title) : title };
}
