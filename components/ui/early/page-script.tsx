"use client";

import { useEffect } from "react";
import { reloadScript } from "#lib/browser-storage/reload-script.ts";
import { pageLocale } from "#lib/format/page-language.ts";
import { repeatEarlyActions } from "./early-actions.ts";
import { earlyScript } from "./early-script.ts";

// The first formatter of a browser's process takes some 15 ms, and 60 ms on a slow device. So the browser makes
// one while it has nothing else to do, on the sign-in page or while it waits for scripts, and not during hydration.
const formatScript = `window.requestIdleCallback?.(()=>{new Intl.NumberFormat("${pageLocale}");Intl.DateTimeFormat().resolvedOptions()})`;

// In the browser, the script has already run, so nothing is rendered there. A server component would include the script
// a second time, in the page's data.
const script = typeof window === "undefined" ? `${reloadScript};${earlyScript};${formatScript}` : "";

/** Renders the script that runs before all other scripts of the page. */
export function PageScript({ nonce }: { nonce: string }) {
  useEffect(() => window.early && repeatEarlyActions(window.early), []);
  return (
    <script
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; React would escape it as text
      dangerouslySetInnerHTML={{ __html: script }}
      suppressHydrationWarning
    />
  );
}
