"use client";

import { useEffect } from "react";

const counted = /^\(\d+\) /;

/** Puts the number of running entries before the page's title. Adds the number again when a page changes its title. */
export function useTitleProgress(running: number): void {
  useEffect(() => {
    if (running === 0) return;
    const apply = () => {
      const wanted = `(${running}) ${document.title.replace(counted, "")}`;
      if (document.title !== wanted) document.title = wanted;
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(counted, "");
    };
  }, [running]);
}
