"use client";

import { useCallback, useEffect, useRef } from "react";

/** What somebody types after they have opened the lookup and before it is loaded. */
export interface EarlyKeys {
  text: string;
  /** Enter came last: what the text finds is to be opened. */
  isEntered: boolean;
}

const none: EarlyKeys = { text: "", isEntered: false };

function withKey({ text }: EarlyKeys, key: string): EarlyKeys | undefined {
  if (key === "Enter") return { text, isEntered: true };
  if (key === "Backspace") return { text: text.slice(0, -1), isEntered: false };
  return key.length === 1 ? { text: text + key, isEntered: false } : undefined;
}

/**
 * Keeps what is typed for a lookup that is not loaded yet: no shortcut of the page. The function takes the keys away.
 */
export function useEarlyKeys(isOpen: boolean, onCancel: () => void): () => EarlyKeys {
  const typed = useRef(none);
  const cancel = useRef(onCancel);
  cancel.current = onCancel;
  useEffect(() => {
    if (!isOpen) return;
    const keep = (event: KeyboardEvent) => {
      // The dialog has the keys by now.
      if (document.querySelector(":modal") !== null || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = withKey(typed.current, event.key);
      if (next) typed.current = next;
      else if (event.key === "Escape") cancel.current();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", keep, true);
    return () => {
      typed.current = none;
      document.removeEventListener("keydown", keep, true);
    };
  }, [isOpen]);
  return useCallback(() => {
    const keys = typed.current;
    typed.current = none;
    return keys;
  }, []);
}
