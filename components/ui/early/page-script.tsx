"use client";

import { useEffect } from "react";
import { reloadScript } from "#lib/browser-storage/reload-script.ts";
import { repeatEarlyActions } from "./early-actions.ts";
import { earlyScript } from "./early-script.ts";

// In the browser the script has already run, so it needs no copy. In a server component the script would also be part
// of the page's data.
const script = typeof window === "undefined" ? `${reloadScript};${earlyScript}` : "";

/** The script that runs before every other script of the page. */
export function PageScript({ nonce }: { nonce: string }) {
  useEffect(() => window.early && repeatEarlyActions(window.early), []);
  return (
    <script
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours; React would escape their text.
      dangerouslySetInnerHTML={{ __html: script }}
      suppressHydrationWarning
    />
  );
}
