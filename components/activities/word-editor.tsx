"use client";

import { useId, useState } from "react";
import { ChoiceList } from "#components/forms/filters/choice-list.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { maxFilterWord } from "#lib/url-state/activities-view.ts";
import { wordFilterTexts, wordTexts } from "./texts.ts";

interface WordEditorProps {
  member: "type" | "direction";
  /** The chosen value. Empty if no filter is set. */
  value: string;
  /** The values that the answers have contained so far. */
  seen: readonly string[];
  onWord: (word: string) => void;
}

/**
 * An editor that filters by a member whose possible values the specification does not list. Offers the values from
 * answers so far. A person can also type any other value.
 */
export function WordEditor({ member, value, seen, onWord }: WordEditorProps) {
  const [error, setError] = useState<string>();
  const texts = wordTexts[member];
  const fieldID = useId();
  return (
    <>
      {seen.length > 0 ? (
        <ChoiceList choices={seen.map((word) => ({ value: word, name: word }))} chosen={value} onChoose={onWord} />
      ) : (
        <p className="px-3 pt-3 text-ink-muted text-table">{texts.nothingSeen}</p>
      )}
      <form
        noValidate
        key={value}
        onSubmit={(event) => {
          event.preventDefault();
          const word = String(new FormData(event.currentTarget).get("word")).trim();
          if (word !== "") return onWord(word);
          setError(wordFilterTexts.missing);
          document.getElementById(fieldID)?.focus();
        }}
        className="flex items-end gap-2 border-line border-t p-3"
      >
        <div className="min-w-0 flex-1">
          <TextField
            id={fieldID}
            name="word"
            label={texts.other}
            error={error}
            maxLength={maxFilterWord}
            autoComplete="off"
            spellCheck={false}
            defaultValue={seen.includes(value) ? "" : value}
          />
        </div>
        <Button type="submit" className="h-9">
          {wordFilterTexts.apply}
        </Button>
      </form>
    </>
  );
}
