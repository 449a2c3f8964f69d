"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { passwordFieldTexts as texts } from "./password-field-texts.ts";
import { TextField } from "./text-field.tsx";

/**
 * An input for a password, with a button that shows its characters once its script runs. Sending the form hides them, so that the browser
 * keeps no password among the texts that it suggests.
 */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "action">) {
  const [isShown, setIsShown] = useState(false);
  const isHydrated = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, [isHydrated]);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      className="pe-16"
      action={
        isHydrated && (
          <button
            ref={button}
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
