"use client";

import { createContext, type ReactNode, use } from "react";
import { may } from "#lib/contract/access/permissions.ts";
import type { Session } from "#lib/contract/console/session.ts";

const Context = createContext<Session | null>(null);

/** Holds who is signed in, as the server read it for this page. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <Context value={session}>{children}</Context>;
}

/** Who is signed in. */
export function useSession(): Session {
  const session = use(Context);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

/** Whether the person may have the API asked at once while requests are paused. */
export function useCanProbe(): boolean {
  return may(use(Context)?.staff.role ?? "viewer", "api.probe");
}

/** The environments that the person may see; undefined on a page before the sign-in. */
export function usePermittedEnvironments(): Session["environments"] | undefined {
  return use(Context)?.environments;
}

/** Whether the person may change anything. Only what is offered depends on it: each handler decides for itself. */
export function useCanWrite(): boolean {
  return may(useSession().staff.role, "contracts.change");
}
