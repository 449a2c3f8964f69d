"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { maxTagLength } from "#lib/contract/values/customers/customer-marks.ts";
import { tagsQueryOptions } from "#lib/query/customers/tags.ts";
import { markTexts as texts } from "./texts.ts";

interface NewTagProps {
  environment: Environment;
  /** The tags that the customer already has. */
  tags: readonly string[];
  isBusy: boolean;
  onAdd: (tag: string) => void;
}

/** A field for a new tag. It suggests the team's tags. */
export function NewTag({ environment, tags, isBusy, onAdd }: NewTagProps) {
  const [given, setGiven] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [inputID, listID] = [useId(), useId()];
  const { data } = useQuery(tagsQueryOptions(environment));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(given.trim() === "");
    if (given.trim() !== "" && !isBusy) onAdd(given);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            id={inputID}
            // The person has just pressed the button that opens this field, so the field may take the focus.
            autoFocus
            label={texts.newTag}
            error={isMissing ? texts.tagMissing : undefined}
            value={given}
            maxLength={maxTagLength}
            autoComplete="off"
            list={listID}
            onChange={({ target }) => setGiven(target.value)}
          />
        </div>
        <Button type="submit" variant="primary" className="h-9" aria-disabled={isBusy}>
          {texts.add}
        </Button>
      </div>
      <datalist id={listID}>
        {data?.tags
          .filter(({ tag }) => !tags.includes(tag))
          .map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      <p className="text-fine text-ink-muted">{texts.hint}</p>
    </form>
  );
}
