"use client";

import { useEffect, useState } from "react";

/**
 * The error of a field. It disappears when the value changes, because it concerns the old value. The next submit checks
 * again and may show the error again.
 */
export function useFieldError(id: string, error: string | undefined): string | undefined {
  const [corrected, setCorrected] = useState<string>();
  useEffect(() => {
    setCorrected(undefined);
    const field = document.getElementById(id);
    const form = field?.closest("form");
    // Keeps the message if there is no form, because no submit could show it again.
    if (error === undefined || !field || !form) return;
    const check = () => setCorrected(undefined);
    // A radio group counts as one field. `id` belongs to its selected button, but any button of the group may send the
    // event.
    const area = field.closest("fieldset") ?? field;
    const correct = ({ target }: Event) => {
      if (target instanceof Node && area.contains(target)) setCorrected(error);
    };
    // This listener is on the window, so that it runs after React's listener on the document. If it ran first, React
    // would render the field with the old value, and the input would be lost.
    window.addEventListener("input", correct);
    form.addEventListener("submit", check);
    return () => {
      window.removeEventListener("input", correct);
      form.removeEventListener("submit", check);
    };
  }, [id, error]);
  return corrected !== undefined && corrected === error ? undefined : error;
}
