import type { Metadata } from "next";
import { notFoundTexts } from "#components/shell/texts.ts";
import { UnknownPage } from "#components/shell/unknown-page.tsx";

export const metadata: Metadata = { title: notFoundTexts.title };

/** Appears inside the layout's frame, because Next renders the layout for this page too. */
export default function NotFound() {
  return <UnknownPage />;
}
