import "server-only";
import { notFound } from "next/navigation";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { decodeSegment } from "#lib/paths.ts";

/**
 * The ID in a page's path. Next passes the path segment undecoded, so this function decodes it. Undefined if the path
 * contains no valid ID.
 */
export function idOf(segment: string): string | undefined {
  return resourceIDSchema.safeParse(decodeSegment(segment)).data;
}

/** The ID in a page's path. Responds "not found" if the path contains no valid ID. */
export function requireID(segment: string): string {
  const id = idOf(segment);
  if (id === undefined) notFound();
  return id;
}
