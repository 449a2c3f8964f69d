import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { currentSession } from "#app/bff.ts";
import { readLastEnvironment } from "#lib/browser-storage/last-environment.ts";
import { ConsoleFrame } from "../console-frame.tsx";

/**
 * The layout of pages that belong to no environment, such as `/staff` and `/account`. To add such a page:
 * - Add a folder beside this file, such as `staff`. The page calls `await requireSignedIn(pages.staff())` first, and
 *   has one `<h1 className="font-semibold text-display">`. Its `metadata.title` is only the page's name.
 * - Add an entry to the table of places (lib/places.ts). The entry sets the row in the rail and the required
 *   permission.
 * The rail, the lookup and the tray use the environment that the browser used last. The page itself must not look as if
 * it belonged to an environment.
 */
export default async function NoEnvironmentLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  // A layout does not know the full URL. So the page redirects to the sign-in page, not this layout.
  if (!session) return children;
  const jar = await cookies();
  const linked = readLastEnvironment((name) => jar.get(name)?.value, session.environments);
  return (
    <ConsoleFrame session={session} linked={linked}>
      {children}
    </ConsoleFrame>
  );
}
