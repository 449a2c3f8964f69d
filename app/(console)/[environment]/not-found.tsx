import type { Metadata } from "next";
import { notFoundTexts } from "#components/shell/texts.ts";
import { UnknownPage } from "#components/shell/unknown-page.tsx";

export const metadata: Metadata = { title: notFoundTexts.title };

/** Shown in the frame of the layout, because the layout is rendered for this page too. */
export default function NotFound() {
  return <UnknownPage />;
}
