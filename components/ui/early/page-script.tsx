"use client";

import { useEffect } from "react";
import { reloadScript } from "#lib/browser-storage/reload-script.ts";
import { repeatEarlyActions } from "./early-actions.ts";
import { earlyScript } from "./early-script.ts";

// In the browser, the script has already run, so nothing is rendered there. A server component would include the script
// a second time, in the page's data.
const script = typeof window === "undefined" ? `${reloadScript};${earlyScript}` : "";

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
