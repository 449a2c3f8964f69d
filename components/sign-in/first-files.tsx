"use client";

import { useEffect } from "react";
import { loadNumberFormat } from "#lib/format/page-language.ts";

/** The browser's wish to save data. Not every browser offers it. */
interface DataSaving {
  connection?: { saveData?: boolean };
}

const savesData = () =>
  (navigator as DataSaving).connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;

/** After this time, in milliseconds, browsers without `requestIdleCallback` count as idle. */
const idleMs = 2_000;

/** Calls `run` once when the browser is idle. Returns a function that cancels the call. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, idleMs);
  return () => clearTimeout(timer);
}

interface FirstFilesProps {
  /** The URL of a file is `folder`, its name and `query`. */
  folder: string;
  query: string;
  names: readonly string[];
}

/**
 * Loads the scripts of the pages that people open after signing in, one after the other, into the browser's cache.
 * Also lets the browser load what it needs to format numbers. Starts when the page has loaded and the browser is idle.
 * Loads nothing if the person saves data. Files that fail to load are loaded by the page that needs them.
 */
export function FirstFiles({ folder, query, names }: FirstFilesProps) {
  useEffect(() => {
    if (savesData()) return;
    const ending = new AbortController();
    const { signal } = ending;
    const load = async () => {
      for (const name of names) {
        const answer = await fetch(folder + name + query, { priority: "low", signal });
        // A browser stores only complete files.
        await answer.arrayBuffer();
      }
    };
    let cancel = () => {};
    const begin = () => {
      cancel = whenIdle(() => {
        loadNumberFormat();
        void load().catch(() => {});
      });
    };
    if (document.readyState === "complete") begin();
    else addEventListener("load", begin, { once: true, signal });
    return () => {
      cancel();
      ending.abort();
    };
  }, [folder, query, names]);
  return null;
}
