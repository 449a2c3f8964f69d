import type { Metadata } from "next";
import { currentSession, perform } from "#app/bff.ts";
import { KeepCaller } from "#components/caller-card/keep-caller.tsx";
import { callerTexts } from "#components/caller-card/texts.ts";
import { callerSubjectOf } from "#lib/caller/caller-subject.ts";
import { guidePage } from "#lib/guide-topics.ts";
import { pages } from "#lib/paths.ts";
import { callerCardQueryOptions } from "#lib/query/customers/caller-card.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { type PageProps, requireSignedIn } from "../../require-session.ts";
import { CallerCardWithActions } from "./caller-actions.tsx";

/** The address may contain a number, which no referrer may contain. */
export const metadata: Metadata = { title: callerTexts.title, referrer: "no-referrer" };

export default async function CallerPage({ searchParams }: PageProps<never>) {
  const subject = callerSubjectOf(await searchParams);
  const session = await currentSession();
  if (subject && (!session || session.factorRequired)) {
    const next = session ? pages.secondFactor(pages.caller()) : pages.signIn(pages.caller());
    return <KeepCaller subject={subject} next={next} />;
  }
  const { environments } = await requireSignedIn(pages.caller());
  const readings = subject
    ? environments.map((environment) =>
        callerCardQueryOptions(environment, subject, (query) =>
          perform("GET /api/:environment/caller-card", { params: { environment }, query }),
        ),
      )
    : [];
  return (
    // Without a placeholder: if an environment is slow, the other one's answer does not wait for it.
    <InitialData readings={readings} fallback={undefined}>
      <CallerCardWithActions subject={subject} guideHref={guidePage("caller-card")} />
    </InitialData>
  );
}
