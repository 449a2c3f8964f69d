"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Key } from "#components/ui/key.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { LookupDialog } from "./lookup-dialog.tsx";
import { lookupTexts as texts } from "./texts.ts";

/** The key beside K, as this person's keyboard calls it. */
function useModifier(): string {
  const hydrated = useHydrated();
  return hydrated && /mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : "Ctrl";
}

/** The lookup of the top bar; Ctrl or ⌘ with K opens and closes it from anywhere, also while somebody types. */
export function Lookup({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  const modifier = useModifier();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Another dialog may hold what somebody has not sent yet: leading away from it would lose that.
      setOpen((open) => !open && document.querySelector(":modal") === null);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={texts.dialog}
        onClick={() => setOpen(true)}
        className="flex h-8 shrink-0 items-center gap-2 rounded-base border border-line bg-surface px-2.5 text-ink-muted text-table hover:border-line-strong hover:text-ink max-md:w-8 max-md:justify-center max-md:px-0"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="max-md:sr-only lg:pe-10">{texts.open}</span>
        <span aria-hidden className="max-md:hidden">
          <Key>{`${modifier} K`}</Key>
        </span>
      </button>
      {isOpen && <LookupDialog environment={environment} onClose={() => setOpen(false)} />}
    </>
  );
}
