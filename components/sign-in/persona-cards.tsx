"use client";

import { ArrowRight } from "#components/ui/icon/icons.tsx";
import type { Role } from "#lib/contract/console/session.ts";
import { roleNames } from "#lib/contract/values/access/roles.ts";
import { demoPassword } from "#lib/session/demo-password.ts";
import { personaTexts, signInTexts as texts } from "./texts.ts";
import type { SignInAttempts } from "./use-sign-in.ts";

export interface Persona {
  email: string;
  name: string;
  role: Role;
}

/** The personas of demo mode. A click signs in as a persona, by the normal sign-in route. */
export function PersonaCards({ personas, attempts }: { personas: readonly Persona[]; attempts: SignInAttempts }) {
  return (
    <section aria-labelledby="demo" className="flex flex-col gap-3">
      <div>
        <h2 id="demo" className="font-semibold">
          {texts.demo}
        </h2>
        <p className="text-ink-muted text-table">{texts.demoExplained}</p>
      </div>
      <ul className="overflow-clip rounded-base border border-line">
        {personas.map(({ email, name, role }) => (
          <li key={email} className="not-first:border-line not-first:border-t">
            <button
              type="button"
              disabled={attempts.busy}
              onClick={() => attempts.signIn({ email, password: demoPassword })}
              className="group flex w-full items-center gap-3 bg-surface px-3 py-2 text-start -outline-offset-2 hover:bg-accent-soft"
            >
              <span className="min-w-0 flex-1">
                <bdi className="block font-medium">{name}</bdi>
                <span className="block text-ink-muted text-table">{personaTexts[role] ?? roleNames[role]}</span>
              </span>
              <ArrowRight aria-hidden className="size-4 text-ink-muted group-hover:text-accent" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
