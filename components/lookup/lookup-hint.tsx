"use client";

import { Button, IconButton } from "#components/ui/button.tsx";
import { Search, X } from "#components/ui/icon/icons.tsx";
import { KeyboardKey } from "#components/ui/keyboard/key.tsx";
import { lookupRequest } from "#components/ui/lookup-request.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { hintTexts as texts } from "./open-texts.ts";
import { useModifier } from "./use-modifier.ts";

/**
 * A hint about the lookup, above the page's content. After the person has used or closed the hint, it never appears
 * again in any browser.
 */
export function LookupHint() {
  const { preferences, setPreference } = usePreferences();
  const modifier = useModifier();
  if (preferences.lookupHintDismissed) return null;
  const dismiss = () => setPreference("lookupHintDismissed", true);
  return (
    <section
      aria-label={texts.title}
      className="mb-4 flex items-center gap-3 rounded-base border border-line bg-surface py-1.5 ps-4 pe-1.5 text-table print:hidden"
    >
      <Search aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 font-medium">
        {texts.title} <span className="font-normal text-ink-muted max-sm:hidden">{texts.explained}</span>{" "}
        <span className="whitespace-nowrap font-normal text-ink-muted max-md:hidden">
          {texts.fromAnywhere} <KeyboardKey>{`${modifier} K`}</KeyboardKey>
        </span>
      </p>
      <Button
        onClick={() => {
          dismiss();
          lookupRequest.set({ text: "" });
        }}
      >
        {texts.tryIt}
      </Button>
      <IconButton label={texts.dismiss} onClick={dismiss}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </section>
  );
}
