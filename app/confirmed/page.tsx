import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentSession } from "#app/bff.ts";
import { Confirmed } from "#components/sign-in/confirmed.tsx";
import { SignInFrame } from "#components/sign-in/sign-in-frame.tsx";
import { ssoTexts as texts } from "#components/sign-in/sso-texts.ts";
import { pages } from "#lib/paths.ts";

export const metadata: Metadata = { title: texts.confirmedTitle };

/** The page that single sign-on opens in a separate tab, after the person has confirmed their identity again. */
export default async function ConfirmedPage() {
  const session = await currentSession();
  if (!session) redirect(pages.signIn());
  return (
    <SignInFrame title={session.confirmedUntil === undefined ? texts.notConfirmed : texts.confirmedTitle}>
      {session.confirmedUntil === undefined ? <p>{texts.notConfirmedYet}</p> : <Confirmed />}
    </SignInFrame>
  );
}
