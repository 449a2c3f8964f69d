"use client";

import { type FormEvent, useId, useState } from "react";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { type CallerSubject, callerSubjectOfText } from "#lib/caller/caller-subject.ts";
import { maxLookupLength } from "#lib/contract/values/limits.ts";
import { callerTexts as texts } from "./texts.ts";

interface CallerFormProps {
  onSubject: (subject: CallerSubject) => void;
  /** True if the field may take the focus, because the page shows nothing else. */
  isAlone: boolean;
}

/** The field for a number, an e-mail address or an ID. */
export function CallerForm({ onSubject, isAlone }: CallerFormProps) {
  const [typed, setTyped] = useState("");
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(typed.trim() === "");
    if (typed.trim() === "") return;
    onSubject(callerSubjectOfText(typed));
    setTyped("");
  };
  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl items-end gap-2 print:hidden">
      <div className="min-w-0 flex-1">
        <TextField
          id={id}
          autoFocus={isAlone}
          label={texts.label}
          error={isMissing ? texts.missing : undefined}
          value={typed}
          maxLength={maxLookupLength}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit" className="h-9">
        {texts.search}
      </Button>
    </form>
  );
}
