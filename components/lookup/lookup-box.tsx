"use client";

import { useEffect, useRef } from "react";
import { earlyBoxID } from "#components/ui/early/early-script.ts";
import { Search } from "#components/ui/icon/icons.tsx";
import "#components/ui/early/early-window.ts";
import { openTexts as texts } from "./open-texts.ts";

interface TypedText {
  text: string;
  /** Enter came last: what the text finds is to be opened. */
  isEntered: boolean;
}

const findBox = () => document.querySelector<HTMLDialogElement>(`#${earlyBoxID}`);

export const isLookupBoxOpen = (): boolean => findBox()?.open ?? false;

/** Closes the box and gives what was typed into it; the focus goes back to where it was. */
export function takeLookupBox(): TypedText | undefined {
  const box = findBox();
  const input = box?.querySelector("input");
  if (!box?.open || !input) return undefined;
  box.close();
  return { text: input.value, isEntered: window.early?.isEntered ?? false };
}

/**
 * Takes a text for the lookup until the lookup itself is there: opened by components/ui/early/early-script.ts before the
 * page is hydrated, then by `WaitingLookup`. Its input stays last: that script writes into it.
 */
export function LookupBox() {
  return (
    <dialog id={earlyBoxID} aria-label={texts.dialog} closedby="any" className="dialog lookup-dialog">
      <Search aria-hidden className="lookup-icon animate-waiting" />
      <input
        aria-label={texts.dialog}
        placeholder={texts.placeholder}
        autoComplete="off"
        spellCheck={false}
        className="lookup-input"
      />
    </dialog>
  );
}

interface WaitingLookupProps {
  initialText: string;
  onClose: () => void;
}

/** Stands for the lookup while that is being loaded: opens the box, unless it is open since before the page was hydrated. */
export function WaitingLookup({ initialText, onClose }: WaitingLookupProps) {
  const given = useRef({ initialText, onClose });
  useEffect(() => {
    const box = findBox();
    const input = box?.querySelector("input");
    if (!box || !input) return;
    const ending = new AbortController();
    const { signal } = ending;
    box.addEventListener("close", () => given.current.onClose(), { signal });
    box.addEventListener(
      "keydown",
      ({ key }) => {
        if (window.early) window.early.isEntered = key === "Enter";
      },
      { signal },
    );
    if (!box.open) {
      input.value = given.current.initialText;
      box.showModal();
    }
    return () => {
      ending.abort();
      // The lookup, if that is what follows, takes it first.
      queueMicrotask(takeLookupBox);
    };
  }, []);
  return null;
}
