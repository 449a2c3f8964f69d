import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { currentSession } from "#app/bff.ts";
import { readLastEnvironment } from "#lib/browser-storage/last-environment.ts";
import { ConsoleFrame } from "../console-frame.tsx";

/**
 * The layout of pages that belong to no environment, such as `/staff` and `/account`. To add such a page:
 * - Add a folder beside this file, such as `staff`. Its page begins with `await requireSignedIn(pages.staff())` and has
 *   one `<h1 className="font-semibold text-display">`. Its `metadata.title` is its name alone.
 * - Add an entry to the table of places (lib/places.ts), with the row in the rail and the required permission.
 * The rail, the lookup and the tray use the environment that the browser used last. Nothing on such a page may look as
 * if it belonged to an environment.
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
