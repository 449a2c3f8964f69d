"use client";

import { type ComponentProps, useCallback, useState } from "react";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { passwordFieldTexts as texts } from "./password-field-texts.ts";
import { TextField } from "./text-field.tsx";

/**
 * A password input with a button that shows the characters. The button appears after hydration. Submitting the form
 * hides the characters, so that the browser does not store the password as a suggestion for text fields.
 */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "action">) {
  const [isShown, setIsShown] = useState(false);
  const isHydrated = useHydrated();
  const hideWhenSent = useCallback((button: HTMLButtonElement) => {
    const { form } = button;
    const hide = () => setIsShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <TextField
      {...props}
      {...(isShown ? { type: "text", spellCheck: false, autoCapitalize: "none" } : { type: "password" })}
      className={isHydrated ? "pe-16" : undefined}
      action={
        isHydrated && (
          <button
            ref={hideWhenSent}
            type="button"
            aria-controls={props.id}
            className="absolute inset-y-0 end-0 rounded-base px-3 font-medium text-accent text-table -outline-offset-2"
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? texts.hide : texts.show}
            <span className="sr-only"> {props.label}</span>
          </button>
        )
      }
    />
  );
}
