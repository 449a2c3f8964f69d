"use client";

import { useEffect, useRef, useState } from "react";
import { maxLookupLength } from "#lib/contract/values/limits.ts";

/** How long the keyboard must rest before something is looked up, in milliseconds, while one key follows another. */
const debounceMs = 150;

/** The same for a key that comes alone: most likely the next one does not follow sooner. */
const debounceAloneMs = 50;

/** How long to wait after a key that came so many milliseconds after the one before. */
export const pauseAfterKeyMs = (sinceLastMs: number) => (sinceLastMs > debounceMs ? debounceAloneMs : debounceMs);

/** One letter finds everybody. */
const minCharacters = 2;

export interface TypedTerm {
  /** What stands in the box. */
  text: string;
  /** What is looked up; empty for nothing. It follows the text after a moment, a pasted one at once. */
  term: string;
  /** True while the term is not yet what the text says. */
  isBehind: boolean;
  type: (text: string, pasted: boolean) => void;
}

function termOf(text: string): string {
  const trimmed = text.trim();
  return trimmed.length < minCharacters ? "" : trimmed.slice(0, maxLookupLength);
}

/** The text of the box, and the term that is looked up for it. */
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
