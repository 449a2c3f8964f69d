import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { currentSession } from "#app/bff.ts";
import { readLastEnvironment } from "#lib/browser-storage/last-environment.ts";
import { ConsoleFrame } from "../console-frame.tsx";

/**
 * The layout of pages that belong to no environment, such as `/staff` and `/profile`. To add one:
 * - a folder beside this file, `staff`, whose page begins with `await requireSignedIn(pages.staff())` and has one
 *   `<h1 className="font-semibold text-display">`; its `metadata.title` is its name alone;
 * - its entry in the table of places (lib/places.ts), with its row of the rail and the permission that it needs.
 * The rail, the lookup and the tray use the environment that the browser used last; nothing on the page may claim it.
 */
export default async function NoEnvironmentLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  // A layout does not know the full URL, so the page itself redirects to the sign-in page.
  if (!session) return children;
  const jar = await cookies();
  const linked = readLastEnvironment((name) => jar.get(name)?.value, session.environments);
  return (
    <ConsoleFrame session={session} linked={linked}>
      {children}
    </ConsoleFrame>
  );
}
