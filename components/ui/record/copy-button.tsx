"use client";

import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Popover } from "#components/ui/dialog/popover.tsx";
import { Check, Copy } from "#components/ui/icon/icons.tsx";
import { copyTexts as texts } from "./copy-texts.ts";

const confirmationMs = 2_000;

/**
 * Shows the full text if the browser could not copy it, so that the person can copy it by hand. Remains until the
 * person closes it.
 */
function CopyByHand({ text, button, onClose }: { text: string; button: HTMLElement | null; onClose: () => void }) {
  const id = useId();
  useEffect(() => {
    document.getElementById(id)?.showPopover(button ? { source: button } : {});
  }, [id, button]);
  return (
    <Popover
      id={id}
      role="alert"
      align="end"
      onToggle={(event) => event.newState === "closed" && onClose()}
      className="w-80 whitespace-normal p-3 text-start font-sans text-table"
    >
      <p>{texts.refused}</p>
      <p className="mt-2 select-all whitespace-pre-wrap rounded-small bg-sunken px-2 py-1 font-mono text-fine wrap-anywhere">
        {text}
      </p>
    </Popover>
  );
}

interface Copying {
  /** The ref for the copy button. If a text cannot be copied, it is shown beside this button. */
  button: RefObject<HTMLButtonElement | null>;
  /** True shortly after the text was copied. */
  copied: boolean;
  copy: (text: string) => Promise<void>;
  /** Render this beside the button. It shows the text if the browser could not copy it. */
  byHand: ReactNode;
}

/** Copies a text and announces the result. Works with any button. `label` is the name of the copied text. */
export function useCopying(label: string): Copying {
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"idle" | "copied" | { refused: string }>("idle");
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("idle"), confirmationMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = useCallback(
    async (text: string) => {
      try {
        // Browsers provide a clipboard only with HTTPS, or on localhost.
        await navigator.clipboard.writeText(text);
        setState("copied");
        announce(`${label}: ${texts.copied}`);
      } catch {
        setState({ refused: text });
      }
    },
    [label],
  );
  const byHand = typeof state === "object" && (
    <CopyByHand text={state.refused} button={button.current} onClose={() => setState("idle")} />
  );
  return { button, copied: state === "copied", copy, byHand };
}

interface CopyButtonProps {
  text: string;
  /** The name of the copied text. */
  label: string;
  /** Set by `firstFocusProps` if the button is in a dialog. */
  "data-first-focus"?: "";
}

/** A button that copies `text` and announces the result. `label` is the name of the copied text. */
export function CopyButton({ text, label, ...firstFocus }: CopyButtonProps) {
  const { button, copied, copy, byHand } = useCopying(label);
  return (
    <>
      <button
        ref={button}
        type="button"
        {...firstFocus}
        aria-label={label}
        title={label}
        onClick={() => copy(text)}
        className="copy-button"
      >
        {copied ? <Check aria-hidden className="size-3.5 text-positive" /> : <Copy aria-hidden className="size-3.5" />}
      </button>
      {byHand}
    </>
  );
}
