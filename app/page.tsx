import { notFound, redirect } from "next/navigation";
import { currentSession } from "#app/bff.ts";
import { pages } from "#lib/paths.ts";

/** Redirects to the first environment that the person may see. */
export default async function Home() {
  const session = await currentSession();
  if (!session) redirect(pages.signIn());
  const [environment] = session.environments;
  if (environment === undefined) notFound();
  redirect(pages.overview(environment));
}
