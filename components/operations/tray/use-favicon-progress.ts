"use client";

import { useEffect, useState } from "react";

/** The mark on the favicon. It shows the progress of running jobs, or that something needs attention. */
export interface FaviconMark {
  /** From 0 to 1. */
  progress?: number | undefined;
  needsAttention: boolean;
}

/** Draws the mark over a corner of the environment's icon. */
export function markedIcon(icon: string, { progress, needsAttention }: FaviconMark): string {
  const corner = '<circle cx="22" cy="22" r="10" fill="#fff"/>';
  const circle = 'cx="22" cy="22" r="7" fill="none" stroke-width="5"';
  const done = Math.round(Math.max(0.08, Math.min(1, progress ?? 0)) * 100);
  const mark = needsAttention
    ? '<circle cx="22" cy="22" r="8.5" fill="#b3261e"/><path d="M22 17v6" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="22" cy="27" r="1.7" fill="#fff"/>'
    : `<circle ${circle} stroke="#d5d7e5"/><circle ${circle} stroke="#3d3fd1" pathLength="100" stroke-dasharray="${done} 100" transform="rotate(-90 22 22)"/>`;
  return icon.replace("</svg>", `${corner}${mark}</svg>`);
}

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];

/** Shows a mark on the page's favicon. Removes the mark on unmount. */
export function useFaviconProgress(iconPath: string, mark: FaviconMark | undefined): void {
  const [icon, setIcon] = useState<string>();
  const isShown = mark !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const abort = new AbortController();
    fetch(iconPath, { signal: abort.signal })
      .then(async (answer) => (answer.ok ? setIcon(await answer.text()) : undefined))
      // If loading fails, the favicon stays as it is.
      .catch(() => undefined);
    return () => abort.abort();
  }, [iconPath, isShown]);
  const marked = icon !== undefined && mark ? markedIcon(icon, mark) : undefined;
  useEffect(() => {
    if (marked === undefined) return;
    const href = `data:image/svg+xml,${encodeURIComponent(marked)}`;
    const apply = () => {
      for (const link of links()) if (link.getAttribute("href") !== href) link.setAttribute("href", href);
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      for (const link of links()) link.setAttribute("href", iconPath);
    };
  }, [marked, iconPath]);
}
