import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { notFoundTexts } from "#components/shell/texts.ts";
import { pages } from "#lib/paths.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";

export const metadata: Metadata = { title: notFoundTexts.title };

/**
 * Matches URLs that no other page matches. Without this page, "Page not found" would appear without the console's
 * frame.
 */
export default async function UnknownAddress({ params }: PageProps): Promise<never> {
  const environment = environmentOf((await params).environment);
  await requireSession(environment, pages.overview(environment));
  notFound();
}
