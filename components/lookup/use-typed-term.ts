"use client";

import { useEffect, useRef, useState } from "react";
import { maxLookupLength } from "#lib/contract/values/limits.ts";

/** How long to wait for the next key before a lookup, in milliseconds, while a person types quickly. */
const debounceMs = 150;

/**
 * How long to wait after a single key, in milliseconds. A person who types slowly probably sends no second key within
 * this time.
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
   * The term to look up; empty if there is nothing to look up. The term changes to the typed text after a pause, and to
   * a pasted text immediately.
   */
  term: string;
  /** True while the term still differs from the text. */
  isBehind: boolean;
  type: (text: string, pasted: boolean) => void;
}

function termOf(text: string): string {
  const trimmed = text.trim();
  return trimmed.length < minCharacters ? "" : trimmed.slice(0, maxLookupLength);
}

/** The text in the input, and the term that is looked up for it. */
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
