"use client";

import { useEffect, useState } from "react";

/**
 * The error of a field until its value changes, because the message is about the old value. The next submit checks
 * again and may bring the message back.
 */
export function useFieldError(id: string, error: string | undefined): string | undefined {
  const [corrected, setCorrected] = useState<string>();
  useEffect(() => {
    setCorrected(undefined);
    const field = document.getElementById(id);
    const form = field?.closest("form");
    // Without a form there is no submit that would show the message again.
    if (error === undefined || !field || !form) return;
    const check = () => setCorrected(undefined);
    // A radio group is a field as well. Its input is the chosen button, but the event may come from another button.
    const area = field.closest("fieldset") ?? field;
    const correct = ({ target }: Event) => {
      if (target instanceof Node && area.contains(target)) setCorrected(error);
    };
    // A listener on the window runs after React's own listener on the document. If this listener ran first, the field
    // would be rendered before React had read the new value, and the input would be lost.
    window.addEventListener("input", correct);
    form.addEventListener("submit", check);
    return () => {
      window.removeEventListener("input", correct);
      form.removeEventListener("submit", check);
    };
  }, [id, error]);
  return corrected !== undefined && corrected === error ? undefined : error;
}
