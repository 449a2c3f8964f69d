import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentSession, demoPersonas, firstFiles, ssoProviders } from "#app/bff.ts";
import { FirstFiles } from "#components/sign-in/first-files.tsx";
import { NotConfirmed } from "#components/sign-in/not-confirmed.tsx";
import { SignIn } from "#components/sign-in/sign-in.tsx";
import type { SsoFailure } from "#components/sign-in/sso-problem.tsx";
import { signInTexts } from "#components/sign-in/texts.ts";
import { ssoProblems } from "#lib/contract/access/sso.ts";
import { safeReturnTo } from "#lib/url-state/return-to.ts";

export const metadata: Metadata = { title: signInTexts.title };

type Query = Record<string, string | string[] | undefined>;

interface SignInPageProps {
  searchParams: Promise<Query>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const query = await searchParams;
  const returnTo = safeReturnTo(typeof query.returnTo === "string" ? query.returnTo : undefined);
  const failure = failureOf(query);
  if (await currentSession()) {
    if (failure) return <NotConfirmed failure={failure} returnTo={returnTo} />;
    redirect(returnTo);
  }
  const files = firstFiles();
  return (
    <>
      <SignIn returnTo={returnTo} personas={demoPersonas()} providers={ssoProviders()} failure={failure} />
      {files && <FirstFiles {...files} />}
    </>
  );
}

/** Anybody can edit the URL. So only known problems and providers are shown. */
function failureOf({ problem, provider }: Query): SsoFailure | null {
  const known = ssoProblems.find((one) => one === problem);
  return known ? { problem: known, provider: ssoProviders().find(({ name }) => name === provider) } : null;
}
