import type { ReactNode } from "react";
import { Logo } from "#components/ui/logo.tsx";
import { signInTexts as texts } from "./texts.ts";

/** The frame of pages before the sign-in: the product's name above a panel. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="content" className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-4 py-10">
      <header className="flex items-center gap-3">
        <Logo className="size-8 shrink-0 text-accent" />
        <div>
          <p className="font-semibold text-title">{texts.product}</p>
          <p className="text-balance text-ink-muted text-table">{texts.purpose}</p>
        </div>
      </header>
      <div className="flex flex-col gap-5 rounded-base border border-line bg-surface p-6 max-sm:p-4">
        <h1 className="font-semibold text-display">{title}</h1>
        {children}
      </div>
    </main>
  );
}
