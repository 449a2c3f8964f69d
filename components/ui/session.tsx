"use client";

import { createContext, type ReactNode, use } from "react";
import type { Session } from "#lib/contract/session.ts";

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
export function useMayProbe(): boolean {
  return use(Context)?.staff.role === "administrator";
}

/** Whether the person may change anything. Only what is offered depends on it: each handler decides for itself. */
export function useMayWrite(): boolean {
  return useSession().staff.role !== "viewer";
}
