"use client";

import { useEffect, useRef } from "react";
import { earlyBoxID } from "#components/ui/early/early-script.ts";
import { Search } from "#components/ui/icon/icons.tsx";
import "#components/ui/early/early-window.ts";
import { openTexts as texts } from "./open-texts.ts";

interface TypedText {
  text: string;
  /** True if Enter was the last key. Then the result for the text should be opened. */
  isEntered: boolean;
}

const findBox = () => document.querySelector<HTMLDialogElement>(`#${earlyBoxID}`);

export const isLookupBoxOpen = (): boolean => findBox()?.open ?? false;

/** Closes the box and returns its text. The focus returns to the element that had it before. */
export function takeLookupBox(): TypedText | undefined {
  const box = findBox();
  const input = box?.querySelector("input");
  if (!box?.open || !input) return undefined;
  box.close();
  return { text: input.value, isEntered: window.early?.isEntered ?? false };
}

/**
 * Accepts text for the lookup while the lookup loads. Before hydration, components/ui/early/early-script.ts opens this
 * box; later `WaitingLookup` opens it. The input must be the last element, because the script writes into the last
 * element.
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

/** Shown while the lookup loads. Opens the box, unless the box was already opened before hydration. */
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
      // If the lookup replaces this component, the lookup takes the text first.
      queueMicrotask(takeLookupBox);
    };
  }, []);
  return null;
}
