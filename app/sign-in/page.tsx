import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentSession, demoPersonas } from "#app/bff.ts";
import { SignIn } from "#components/sign-in/sign-in.tsx";
import { signInTexts } from "#components/sign-in/texts.ts";
import { safeReturnTo } from "#lib/url-state/return-to.ts";

export const metadata: Metadata = { title: signInTexts.title };

interface SignInPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const given = (await searchParams).returnTo;
  const returnTo = safeReturnTo(typeof given === "string" ? given : undefined);
  if (await currentSession()) redirect(returnTo);
  return <SignIn returnTo={returnTo} personas={demoPersonas()} />;
}
