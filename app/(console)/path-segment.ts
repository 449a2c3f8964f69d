import "server-only";
import { notFound } from "next/navigation";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { decodeSegment } from "#lib/paths.ts";

/** The ID that a page's path names, decoded: Next hands a segment over as it stands in the address. */
export function idOf(segment: string): string | undefined {
  return resourceIDSchema.safeParse(decodeSegment(segment)).data;
}

/** The same for a page, which is not found where its path names no ID. */
export function requireID(segment: string): string {
  const id = idOf(segment);
  if (id === undefined) notFound();
  return id;
}
