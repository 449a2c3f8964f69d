"use client";

import { useEffect } from "react";
import { isTyping } from "#components/ui/keyboard/use-shortcut.ts";

/** Calls `onText` with pasted text if no field has the focus and no dialog is open. */
export function usePastedAnywhere(onText: (text: string) => void): void {
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      if (text === "" || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector(":modal") !== null) return;
      event.preventDefault();
      onText(text);
    };
    document.addEventListener("paste", listen);
    return () => document.removeEventListener("paste", listen);
  }, [onText]);
}
