"use client";

import { BrokenPage } from "#components/shell/broken-page.tsx";
import { brokenPageTexts as texts } from "#components/shell/broken-page-texts.ts";
import { pageLanguage } from "#lib/format/page-language.ts";
import "./globals.css";

/** Next renders this page instead of the root layout, so the page needs its own document. */
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
