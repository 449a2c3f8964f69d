import { redirect } from "next/navigation";
import { pages } from "#lib/paths.ts";
import { type EnvironmentParams, environmentOf, requireSession } from "../require-session.ts";

/** Until there is an overview, an environment begins with its customers. */
export default async function EnvironmentPage({ params }: { params: EnvironmentParams }) {
  const environment = environmentOf((await params).environment);
  await requireSession(environment, pages.overview(environment));
  redirect(pages.customers(environment));
}
