import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentSession, perform, ssoProviders } from "#app/bff.ts";
import { RequiredFactor } from "#components/account/factors/required-factor.tsx";
import { requiredTexts as texts } from "#components/account/factors/texts.ts";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { SignInFrame } from "#components/sign-in/sign-in-frame.tsx";
import { SessionProvider } from "#components/ui/session.tsx";
import type { OwnFactors } from "#lib/contract/console/factors.ts";
import { pages } from "#lib/paths.ts";
import { ownFactorsQueryOptions } from "#lib/query/console/own-factors.ts";
import { safeReturnTo } from "#lib/url-state/return-to.ts";
import { InitialData } from "../(console)/[environment]/initial-data.tsx";
import type { PageProps } from "../(console)/require-session.ts";

export const metadata: Metadata = { title: texts.title };

/**
 * The page on which a person sets up a second factor. The setup is required now, or the person does it before it is
 * required.
 */
export default async function SecondFactorPage({ searchParams }: PageProps<never>) {
  const { returnTo: given } = await searchParams;
  const returnTo = safeReturnTo(typeof given === "string" ? given : undefined);
  const session = await currentSession();
  if (!session) redirect(pages.signIn(returnTo));
  const readFactors = () => perform("GET /api/me/factors");
  if (!session.factorRequired && (session.provider !== undefined || hasFactor(await readFactors()))) redirect(returnTo);
  const label = ssoProviders().find(({ name }) => name === session.provider)?.label;
  return (
    <SessionProvider session={session}>
      <QueryProvider>
        <SignInFrame title={texts.title}>
          <InitialData readings={[ownFactorsQueryOptions(readFactors)]} fallback={undefined}>
            <RequiredFactor returnTo={returnTo} provider={label} />
          </InitialData>
        </SignInFrame>
      </QueryProvider>
    </SessionProvider>
  );
}

const hasFactor = ({ totp, passkeys }: OwnFactors) => totp !== undefined || passkeys.length > 0;
