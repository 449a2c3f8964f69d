import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { shellTexts as texts } from "#components/shell/texts.ts";
import { Announcer } from "#components/ui/announcer.tsx";
import { PreferencesProvider } from "#components/ui/preferences.tsx";
import { readPreferences } from "#lib/browser-storage/preferences.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: texts.product, template: `%s · ${texts.product}` },
  icons: { icon: "/icon.svg" },
  robots: { index: false, follow: false },
  referrer: "same-origin",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Nothing is rendered before the request: a page made earlier would carry scripts without its nonce.
  await connection();
  const jar = await cookies();
  const preferences = readPreferences((name) => jar.get(name)?.value);
  return (
    <html lang="en" data-theme={preferences.theme}>
      <body>
        <a
          href="#content"
          className="fixed start-3 top-3 z-60 -translate-y-20 rounded-base border border-line bg-raised px-3 py-2 font-medium text-accent shadow-float focus:translate-y-0"
        >
          {texts.skip}
        </a>
        <PreferencesProvider initial={preferences}>{children}</PreferencesProvider>
        <Announcer />
      </body>
    </html>
  );
}
