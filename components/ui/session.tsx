"use client";

import { createContext, type ReactNode, use } from "react";
import { may } from "#lib/contract/access/permissions.ts";
import type { Session } from "#lib/contract/console/session.ts";

const Context = createContext<Session | null>(null);

/** Provides the session that the server read for this page. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <Context value={session}>{children}</Context>;
}

/** The current session. */
export function useSession(): Session {
  const session = use(Context);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

/** True if the person may send a test request to the API while requests are paused. */
export function useCanProbe(): boolean {
  return may(use(Context)?.staff.role ?? "viewer", "api.probe");
}

/** The environments that the person may see. Undefined before the sign-in. */
export function usePermittedEnvironments(): Session["environments"] | undefined {
  return use(Context)?.environments;
}

/**
 * True if the person may make changes, such as changing contracts. This only decides which actions a page offers. Each
 * handler on the server checks the permission itself.
 */
export function useCanWrite(): boolean {
  return may(useSession().staff.role, "contracts.change");
}
