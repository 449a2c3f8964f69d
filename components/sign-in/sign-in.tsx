"use client";

import { Logo } from "#components/ui/logo.tsx";
import { type Persona, PersonaCards } from "./persona-cards.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { signInTexts as texts } from "./texts.ts";
import { useSignIn } from "./use-sign-in.ts";

interface SignInProps {
  /** Where to go then; local, checked by the server. */
  returnTo: string;
  /** Null when the console is configured. */
  personas: readonly Persona[] | null;
}

export function SignIn({ returnTo, personas }: SignInProps) {
  const attempts = useSignIn(returnTo);
  return (
    <main id="content" className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-4 py-10">
      <header className="flex items-center gap-3">
        <Logo className="size-8 shrink-0 text-accent" />
        <div>
          <p className="font-semibold text-title">{texts.product}</p>
          <p className="text-ink-muted text-table">{texts.purpose}</p>
        </div>
      </header>
      <div className="flex flex-col gap-5 rounded-base border border-line bg-surface p-6 max-sm:p-4">
        <h1 className="font-semibold text-display">{texts.title}</h1>
        {personas && (
          <>
            <PersonaCards personas={personas} attempts={attempts} />
            <p className="flex items-center gap-3 text-ink-muted text-table before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {texts.or}
            </p>
          </>
        )}
        <SignInForm attempts={attempts} />
      </div>
    </main>
  );
}
