"use client";

import { useEffect, useRef, useState } from "react";
import { maxLookupLength } from "#lib/contract/values/limits.ts";

/** How long to wait for the next key before a lookup while a person types quickly, in milliseconds. */
const debounceMs = 150;

/**
 * How long to wait after a key while a person types slowly, in milliseconds. The next key rarely comes within this
 * time.
 */
const debounceAloneMs = 50;

/** How long to wait after a key before a lookup, in milliseconds. `sinceLastMs` is the time since the previous key. */
export const pauseAfterKeyMs = (sinceLastMs: number) => (sinceLastMs > debounceMs ? debounceAloneMs : debounceMs);

/** A single letter would match nearly everything. */
const minCharacters = 2;

export interface TypedTerm {
  /** The text in the input. */
  text: string;
  /**
   * The term to look up. Empty if there is nothing to look up. After a pause in typing, the typed text becomes the
   * term. Pasted text becomes the term immediately.
   */
  term: string;
  /** True until the term belongs to the current text. */
  isBehind: boolean;
  type: (text: string, pasted: boolean) => void;
}

function termOf(text: string): string {
  const trimmed = text.trim();
  return trimmed.length < minCharacters ? "" : trimmed.slice(0, maxLookupLength);
}

/** The text in the input, and the term to look up. */
export function useTypedTerm(initial: string): TypedTerm {
  const [text, setText] = useState(initial);
  const [term, setTerm] = useState(termOf(initial));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string, pasted: boolean) => {
    clearTimeout(timer.current);
    setText(typed);
    const next = termOf(typed);
    const nowMs = performance.now();
    const pauseMs = pauseAfterKeyMs(nowMs - typedAt.current);
    typedAt.current = nowMs;
    if (pasted || next === "") setTerm(next);
    else timer.current = setTimeout(() => setTerm(next), pauseMs);
  };
  return { text, term, isBehind: termOf(text) !== term, type };
}
