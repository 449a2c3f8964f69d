"use client";

import { closePopover } from "#components/ui/dialog/popover.tsx";
import type { IconComponent } from "#components/ui/icon/icons.tsx";
import { ChoiceList } from "./choice-list.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { filterTexts as texts } from "./filter-texts.ts";

interface ChoiceFilterProps<Word extends string> {
  /** The ID of the popover. */
  id: string;
  name: string;
  icon: IconComponent;
  /** The text shown while no filter is set. */
  any: string;
  choices: readonly { value: Word; name: string }[];
  chosen: Word | undefined;
  /** The name of a chosen value that is not in `choices`. */
  other?: string;
  onChoose: (chosen: Word | undefined) => void;
}

const anyValue = "";

/** A filter that selects one of several values, or no value. */
export function ChoiceFilter<Word extends string>(props: ChoiceFilterProps<Word>) {
  const { id, name, icon, any, choices, chosen, other, onChoose } = props;
  const value = chosen === undefined ? any : (choices.find((one) => one.value === chosen)?.name ?? other ?? chosen);
  return (
    <FilterChip
      id={id}
      name={name}
      value={value}
      icon={icon}
      isSet={chosen !== undefined}
      openLabel={texts.change(name)}
      removeLabel={texts.remove(name, value)}
      onRemove={() => onChoose(undefined)}
      popoverLabel={name}
    >
      <ChoiceList<string>
        choices={[{ value: anyValue, name: any }, ...choices]}
        chosen={chosen ?? anyValue}
        onChoose={(word) => {
          closePopover(id);
          onChoose(choices.find(({ value: known }) => known === word)?.value);
        }}
      />
    </FilterChip>
  );
}
