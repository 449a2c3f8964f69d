import "server-only";
import { notFound, redirect } from "next/navigation";
import { currentSession } from "#app/bff.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";

/** What Next hands to a page: the named parts of its path, and its query. */
export interface PageProps<Part extends string = "environment"> {
  params: Promise<Record<Part, string>>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The environment that a path names; anything else is no page. */
export function environmentOf(segment: string): Environment {
  const environment = environmentSchema.safeParse(segment);
  if (!environment.success) notFound();
  return environment.data;
}

/** Every page of no environment begins with this: without a session it leads to the sign-in page and back to `address`; without a required second factor to where one is set up. */
export async function requireSignedIn(address: string): Promise<Session> {
  const session = await currentSession();
  if (!session) redirect(pages.signIn(address));
  if (session.factorRequired) redirect(pages.secondFactor(address));
  return session;
}

/** Every page of an environment begins with this: the same, and one that the person may not see is not found. */
export async function requireSession(environment: Environment, address: string): Promise<Session> {
  const session = await requireSignedIn(address);
  if (!session.environments.includes(environment)) notFound();
  return session;
}
