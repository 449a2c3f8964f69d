"use client";

import { useEffect } from "react";
import { reloadScript } from "#lib/browser-storage/reload-script.ts";
import { repeatEarlyActions } from "./early-actions.ts";
import { earlyScript } from "./early-script.ts";

// Browsers need no copy: they have run it by then. In a server component it would stand in the page's data, too.
const script = typeof window === "undefined" ? `${reloadScript};${earlyScript}` : "";

/** What runs before every other script of the page. */
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
