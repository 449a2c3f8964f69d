import "server-only";
import { notFound, redirect } from "next/navigation";
import { currentSession } from "#app/bff.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";

/** The props that Next passes to a page: the named parts of its path, and its query. */
export interface PageProps<Part extends string = "environment"> {
  params: Promise<Record<Part, string>>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Parses the environment in a path. Responds "not found" to any other segment. */
export function environmentOf(segment: string): Environment {
  const environment = environmentSchema.safeParse(segment);
  if (!environment.success) notFound();
  return environment.data;
}

/**
 * Every page without an environment calls this first. Without a session, redirects to the sign-in page, which returns
 * to `address`. Redirects a session without a required second factor to the setup of that factor.
 */
export async function requireSignedIn(address: string): Promise<Session> {
  const session = await currentSession();
  if (!session) redirect(pages.signIn(address));
  if (session.factorRequired) redirect(pages.secondFactor(address));
  return session;
}

/**
 * Every page of an environment calls this first. It checks the session like `requireSignedIn`, and responds "not found"
 * for an environment that the person may not see.
 */
export async function requireSession(environment: Environment, address: string): Promise<Session> {
  const session = await requireSignedIn(address);
  if (!session.environments.includes(environment)) notFound();
  return session;
}
