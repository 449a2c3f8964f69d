"use client";

import { Check } from "#components/ui/icon/icons.tsx";

interface ChoiceListProps<Value extends string> {
  choices: readonly { value: Value; name: string }[];
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
}

/** The choices of a filter. A press selects a choice. */
export function ChoiceList<Value extends string>({ choices, chosen, onChoose }: ChoiceListProps<Value>) {
  return (
    <ul className="max-h-72 overflow-auto p-1">
      {choices.map(({ value, name }) => (
        <li key={value}>
          <button
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
            className="flex h-8 w-full items-center justify-between gap-2 rounded-small px-2 text-start text-table -outline-offset-1 hover:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
          >
            <bdi className="truncate first-letter:uppercase">{name}</bdi>
            {value === chosen && <Check aria-hidden className="size-4 shrink-0" />}
          </button>
        </li>
      ))}
    </ul>
  );
}
