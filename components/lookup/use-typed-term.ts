"use client";

import { useEffect, useRef, useState } from "react";
import { maxLookupLength } from "#lib/contract/values/limits.ts";

/** How long the keyboard must rest before something is looked up, in milliseconds. */
const debounceMs = 150;

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
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string, pasted: boolean) => {
    clearTimeout(timer.current);
    setText(typed);
    const next = termOf(typed);
    if (pasted || next === "") setTerm(next);
    else timer.current = setTimeout(() => setTerm(next), debounceMs);
  };
  return { text, term, isBehind: termOf(text) !== term, type };
}
