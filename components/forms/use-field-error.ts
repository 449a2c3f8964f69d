"use client";

import { useEffect, useState } from "react";

/**
 * The error of a field, until the value changes: afterwards the message would be about the old value. It returns with
 * the next check, which happens on submit.
 */
export function useFieldError(id: string, error: string | undefined): string | undefined {
  const [corrected, setCorrected] = useState<string>();
  useEffect(() => {
    setCorrected(undefined);
    const field = document.getElementById(id);
    const form = field?.closest("form");
    // Without a form, no submit would show the message again.
    if (error === undefined || !field || !form) return;
    const check = () => setCorrected(undefined);
    // A radio group is a field as well: its input is the chosen one, and the event comes from another.
    const area = field.closest("fieldset") ?? field;
    const correct = ({ target }: Event) => {
      if (target instanceof Node && area.contains(target)) setCorrected(error);
    };
    // React listens at the document. Drawing the field again before React has heard of the new value would undo it.
    window.addEventListener("input", correct);
    form.addEventListener("submit", check);
    return () => {
      window.removeEventListener("input", correct);
      form.removeEventListener("submit", check);
    };
  }, [id, error]);
  return corrected !== undefined && corrected === error ? undefined : error;
}
