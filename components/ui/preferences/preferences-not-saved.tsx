"use client";

import { Button } from "#components/ui/button.tsx";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { preferencesTexts as texts } from "./preferences-texts.ts";

/** A notice over the page. It remains until the person tries again, closes it, or changes a preference. */
export function PreferencesNotSaved({ onRetry, onDismiss }: { onRetry: () => void; onDismiss: () => void }) {
  return (
    <section
      role="alert"
      className="fixed inset-x-3 bottom-3 z-40 mx-auto flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2 rounded-base border border-caution/50 bg-caution-soft px-4 py-3 shadow-float max-md:bottom-18 print:hidden"
    >
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-caution" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{texts.notSaved}</h2>
        <p className="text-table">{texts.explained}</p>
      </div>
      <Button onClick={onRetry}>{texts.retry}</Button>
      <Button variant="quiet" onClick={onDismiss}>
        {texts.dismiss}
      </Button>
    </section>
  );
}
