import "server-only";
import { notFound, redirect } from "next/navigation";
import { currentSession } from "#app/bff.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";

/** The props that Next passes to a page: the named segments of the path, and the query. */
export interface PageProps<Part extends string = "environment"> {
  params: Promise<Record<Part, string>>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Parses the environment in a path. Responds "not found" if the segment is no environment. */
export function environmentOf(segment: string): Environment {
  const environment = environmentSchema.safeParse(segment);
  if (!environment.success) notFound();
  return environment.data;
}

/**
 * Each page without an environment calls this first. If there is no session, redirects to the sign-in page, which later
 * returns to `address`. If the session lacks a required second factor, redirects to the setup of that factor.
 */
export async function requireSignedIn(address: string): Promise<Session> {
  const session = await currentSession();
  if (!session) redirect(pages.signIn(address));
  if (session.factorRequired) redirect(pages.secondFactor(address));
  return session;
}

/**
 * Each page of an environment calls this first. Checks the session as `requireSignedIn` does. Responds "not found" if
 * the person may not see the environment.
 */
export async function requireSession(environment: Environment, address: string): Promise<Session> {
  const session = await requireSignedIn(address);
  if (!session.environments.includes(environment)) notFound();
  return session;
}
