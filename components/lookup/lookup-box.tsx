"use client";

import { useEffect, useRef } from "react";
import { earlyBoxID } from "#components/ui/early/early-script.ts";
import { Search } from "#components/ui/icon/icons.tsx";
import "#components/ui/early/early-window.ts";
import { openTexts as texts } from "./open-texts.ts";

interface TypedText {
  text: string;
  /** True if the last key was Enter. The lookup then opens the result for the text. */
  isEntered: boolean;
}

const findBox = () => document.querySelector<HTMLDialogElement>(`#${earlyBoxID}`);

export const isLookupBoxOpen = (): boolean => findBox()?.open ?? false;

/** Closes the box and returns its text. The focus returns to the element that had the focus before. */
export function takeLookupBox(): TypedText | undefined {
  const box = findBox();
  const input = box?.querySelector("input");
  if (!box?.open || !input) return undefined;
  box.close();
  return { text: input.value, isEntered: window.early?.isEntered ?? false };
}

/**
 * Accepts text while the lookup's code loads. Before hydration, components/ui/early/early-script.ts opens this box.
 * After hydration, `WaitingLookup` opens it. The input must be the last element, because the script writes into the
 * last element.
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

/** Shown while the lookup's code loads. Opens the box, unless the box is already open from before hydration. */
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
      // Closes the box later, so that the lookup can first take the box's text if the lookup replaces this component.
      queueMicrotask(takeLookupBox);
    };
  }, []);
  return null;
}
