"use client";

import { BrokenPage } from "#components/shell/broken-page.tsx";
import { brokenPageTexts as texts } from "#components/shell/broken-page-texts.ts";
import { pageLanguage } from "#lib/format/page-language.ts";
import "./globals.css";

/** This page replaces the root layout, so it renders its own document. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang={pageLanguage}>
      <body>
        <title>{texts.tab}</title>
        <BrokenPage error={error} retry={retry} />
      </body>
    </html>
  );
}
