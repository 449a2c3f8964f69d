"use client";

import { useEffect } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { storedItem } from "#lib/browser-storage/stored-items.ts";
import type { CallerSubject } from "#lib/caller/caller-subject.ts";
import { callerTexts as texts } from "./texts.ts";
import { anybody } from "./use-caller-subject.ts";

/**
 * Keeps the caller in this tab while a person signs in. The address of the sign-in page would otherwise contain the
 * number.
 */
export function KeepCaller({ subject, next }: { subject: CallerSubject; next: string }) {
  useEffect(() => {
    storedItem("caller", anybody).write(JSON.stringify(subject));
    window.location.replace(next);
  }, [subject, next]);
  return (
    <main className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-display">{texts.signIn}</h1>
      <a href={next} className={buttonClass("primary")}>
        {texts.signInNow}
      </a>
    </main>
  );
}
