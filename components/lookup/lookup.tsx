"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { callerRequest } from "#components/ui/caller-request.ts";
import { Search } from "#components/ui/icon/icons.tsx";
import { KeyboardKey } from "#components/ui/keyboard/key.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { lookupRequest } from "#components/ui/lookup-request.ts";
import { isPastedNumber } from "#lib/caller/caller-subject.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { isLookupBoxOpen, LookupBox, WaitingLookup } from "./lookup-box.tsx";
import { openTexts as texts } from "./open-texts.ts";
import { useModifier } from "./use-modifier.ts";
import { usePastedAnywhere } from "./use-pasted-anywhere.ts";

const LookupDialog = lazyPart(() => import("./lookup-dialog.tsx").then((module) => module.LookupDialog), WaitingLookup);

/**
 * The lookup in the top bar. Text that is pasted outside a field and a dialog is looked up; a telephone number opens the
 * caller card. Ctrl or ⌘ with K opens and closes the lookup, even in a text field.
 */
export function Lookup({ environment, notice }: { environment: Environment; notice?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const requested = lookupRequest.use();
  const modifier = useModifier();
  const isShown = isOpen || requested !== undefined;
  const close = useCallback(() => {
    setOpen(false);
    lookupRequest.set(undefined);
  }, []);
  const router = useRouter();
  const onPaste = useCallback(
    (text: string) => {
      if (!isPastedNumber(text)) return lookupRequest.set({ text });
      // The number is handed over in memory, so that it is in no address.
      callerRequest.set({ by: "number", value: text });
      router.push(pages.caller());
    },
    [router],
  );
  usePastedAnywhere(onPaste);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // If the lookup's code could not load, a message appears instead of the dialog. Escape closes the message here.
      if (event.key === "Escape" && document.querySelector(":modal") === null) close();
      if (event.key === "Control" || event.key === "Meta") LookupDialog.preload();
      const isKey = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Opens only if no other dialog is open. Otherwise a result would lead to another page, and the unsent input of
      // the other dialog would be lost.
      setOpen((open) => !open && document.querySelector(":modal") === null);
    };
    document.addEventListener("keydown", listen);
    if (isLookupBoxOpen()) setOpen(true);
    return () => document.removeEventListener("keydown", listen);
  }, [close]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={texts.dialog}
        {...loadsOnIntent(LookupDialog)}
        onClick={() => setOpen(true)}
        className="flex h-8 shrink-0 items-center gap-2 rounded-base border border-line bg-surface px-2.5 text-ink-muted text-table hover:border-line-strong hover:text-ink max-md:w-8 max-md:justify-center max-md:px-0"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="max-md:sr-only lg:pe-10">{texts.open}</span>
        <KeyboardKey aria-hidden className="max-md:hidden">{`${modifier} K`}</KeyboardKey>
      </button>
      <LookupBox />
      {isShown && (
        <LookupDialog environment={environment} initialText={requested?.text ?? ""} notice={notice} onClose={close} />
      )}
    </>
  );
}
