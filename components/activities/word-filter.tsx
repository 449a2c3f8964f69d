"use client";

import { useState } from "react";
import { ChoiceList } from "#components/forms/filters/choice-list.tsx";
import { FilterChip } from "#components/forms/filters/filter-chip.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { ArrowLeftRight, Tag } from "#components/ui/icon/icons.tsx";
import { maxFilterWord } from "#lib/url-state/activities-view.ts";
import { wordFilterTexts, wordTexts } from "./texts.ts";

interface WordFilterProps {
  member: "type" | "direction";
  /** The chosen value. Empty if no filter is set. */
  value: string;
  /** The values that the answers have contained so far. */
  seen: readonly string[];
  onWord: (word: string) => void;
}

/**
 * A filter for a member whose possible values the specification does not list. Offers the values from answers so far. A
 * person can also type any other value.
 */
export function WordFilter({ member, value, seen, onWord }: WordFilterProps) {
  const [error, setError] = useState<string>();
  const texts = wordTexts[member];
  const popoverID = `activities-${member}`;
  const fieldID = `activities-other-${member}`;
  const choose = (word: string) => {
    closePopover(popoverID);
    setError(undefined);
    onWord(word);
  };
  const offered = seen.map((word) => ({ value: word, name: word }));
  return (
    <FilterChip
      id={popoverID}
      name={texts.chip}
      value={value === "" ? texts.any : value}
      icon={member === "type" ? Tag : ArrowLeftRight}
      isSet={value !== ""}
      openLabel={texts.open}
      removeLabel={texts.remove}
      onRemove={() => onWord("")}
      popoverLabel={texts.offered}
    >
      {offered.length > 0 ? (
        <ChoiceList
          choices={[{ value: "", name: texts.any }, ...offered]}
          chosen={value === "" || seen.includes(value) ? value : undefined}
          onChoose={choose}
        />
      ) : (
        <p className="px-3 pt-3 text-ink-muted text-table">{texts.nothingSeen}</p>
      )}
      <form
        noValidate
        key={value}
        onSubmit={(event) => {
          event.preventDefault();
          const word = String(new FormData(event.currentTarget).get("word")).trim();
          if (word !== "") return choose(word);
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
    </FilterChip>
  );
}
