import type { ReactNode } from "react";
import { Logo } from "#components/ui/logo.tsx";
import { productName } from "./broken-page-texts.ts";

interface MessagePageProps {
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

/** A short page without an environment, such as "Page not found" or an error page. */
export function MessagePage({ title, children, actions }: MessagePageProps) {
  return (
    <main id="content" className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-2 px-6 py-12">
      <p className="mb-4 flex items-center gap-2 font-semibold text-ink-muted">
        <Logo className="size-5 text-accent" />
        {productName}
      </p>
      <h1 className="font-semibold text-display">{title}</h1>
      <div className="text-ink-muted wrap-anywhere">{children}</div>
      <div className="mt-4 flex flex-wrap gap-2">{actions}</div>
    </main>
  );
}
