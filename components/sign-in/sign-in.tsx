"use client";

import type { ReactNode } from "react";
import type { SsoProviderChoice } from "#lib/contract/access/sso.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { type Persona, PersonaCards } from "./persona-cards.tsx";
import { SecondStepForm } from "./second-step-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { SsoButtons } from "./sso-buttons.tsx";
import { type SsoFailure, SsoProblem } from "./sso-problem.tsx";
import { ssoTexts } from "./sso-texts.ts";
import { secondStepTexts, signInTexts as texts } from "./texts.ts";
import { useSignIn } from "./use-sign-in.ts";

interface SignInProps {
  /** The path to open after signing in. The server has checked that it belongs to this site. */
  returnTo: string;
  /** The personas of the demo. Null if demo mode is off. */
  personas: readonly Persona[] | null;
  providers: readonly SsoProviderChoice[];
  /** The reason why single sign-on failed. Null if single sign-on did not fail. */
  failure: SsoFailure | null;
}

export function SignIn({ returnTo, personas, providers, failure }: SignInProps) {
  const attempts = useSignIn(returnTo);
  if (attempts.second) {
    return (
      <SignInFrame title={secondStepTexts.title}>
        <SecondStepForm attempts={attempts} second={attempts.second} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={texts.title}>
      {failure && !attempts.problem && <SsoProblem title={ssoTexts.notSignedIn} {...failure} />}
      {providers.length > 0 && (
        <>
          <SsoButtons providers={providers} returnTo={returnTo} />
          <Divider>{ssoTexts.orPassword}</Divider>
        </>
      )}
      {personas && (
        <>
          <PersonaCards personas={personas} attempts={attempts} />
          <Divider>{texts.or}</Divider>
        </>
      )}
      <SignInForm attempts={attempts} />
      <PasskeyButton attempts={attempts} />
    </SignInFrame>
  );
}

function Divider({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-ink-muted text-table before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  );
}
