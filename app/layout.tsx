import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { currentPreferences } from "#app/bff.ts";
import { shellTexts as texts } from "#components/shell/texts.ts";
import { Announcer } from "#components/ui/announcer.tsx";
import { PageScript } from "#components/ui/early/page-script.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import { readTheme, themeCookie } from "#lib/browser-storage/theme.ts";
import { pageLanguage } from "#lib/format/page-language.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: texts.product, template: `%s · ${texts.product}` },
  icons: { icon: "/icon.svg" },
  robots: { index: false, follow: false },
  referrer: "same-origin",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Renders the page only for a request. A page that was rendered earlier would have scripts without this request's
  // nonce.
  await connection();
  const theme = readTheme((await cookies()).get(themeCookie)?.value);
  const preferences = await currentPreferences();
  const nonce = (await headers()).get("x-nonce") ?? "";
  return (
    <html lang={pageLanguage} data-theme={theme}>
      <body>
        <PageScript nonce={nonce} />
        <a
          href="#content"
          className="fixed start-3 top-3 z-60 -translate-y-20 rounded-base border border-line bg-raised px-3 py-2 font-medium text-accent shadow-float focus:translate-y-0 print:hidden"
        >
          {texts.skip}
        </a>
        <PreferencesProvider initial={preferences} initialTheme={theme}>
          {children}
        </PreferencesProvider>
        <Announcer />
      </body>
    </html>
  );
}
