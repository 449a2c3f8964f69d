"use client";

import type { IconComponent } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { ChoiceList } from "./choice-list.tsx";
import { filterTexts as texts } from "./filter-texts.ts";
import type { ListFilter } from "./list-filter.ts";
import type { SeveralListProps } from "./several-list.tsx";

const SeveralList = lazyPart<SeveralListProps>(() => import("./several-list.tsx").then((module) => module.SeveralList));

interface Declared {
  id: string;
  name: string;
  icon: IconComponent;
}

interface Choices<Word extends string> extends Declared {
  choices: readonly { value: Word; name: string }[];
}

interface SeveralValues<View, Word extends string> extends Choices<Word> {
  /** The chosen values. Empty: no filter. */
  chosen: readonly Word[];
  /** The name of a chosen value that is not among the choices. */
  other?: string;
  changeTo: (chosen: readonly Word[]) => Partial<View>;
}

/** A filter with any number of values. The list shows rows that have one of the chosen values. */
export function severalValues<View, Word extends string>(declared: SeveralValues<View, Word>): ListFilter<View> {
  const { id, name, icon, choices, chosen, other, changeTo } = declared;
  const nameOf = (word: Word) => choices.find(({ value }) => value === word)?.name ?? other ?? word;
  return {
    id,
    name,
    icon,
    value: chosen.length === 0 ? undefined : texts.several(chosen.map(nameOf)),
    removal: changeTo([]),
    editor: ({ change }) => (
      <SeveralList
        name={name}
        choices={choices}
        chosen={chosen}
        // Each value is one of `choices` or `chosen`.
        onChoose={(next) => change(changeTo(next as readonly Word[]))}
      />
    ),
  };
}

interface OneValue<View, Word extends string> extends Choices<Word> {
  chosen: Word | undefined;
  changeTo: (chosen: Word | undefined) => Partial<View>;
}

/** A filter with one value. Pressing a value chooses it and closes the editor. */
export function oneValue<View, Word extends string>(declared: OneValue<View, Word>): ListFilter<View> {
  const { id, name, icon, choices, chosen, changeTo } = declared;
  return {
    id,
    name,
    icon,
    value: chosen === undefined ? undefined : (choices.find(({ value }) => value === chosen)?.name ?? chosen),
    removal: changeTo(undefined),
    editor: ({ change, close }) => (
      <ChoiceList
        choices={choices}
        chosen={chosen}
        onChoose={(word) => {
          close();
          change(changeTo(word));
        }}
      />
    ),
  };
}

interface OnOff<View> extends Declared {
  isSet: boolean;
  addition: Partial<View>;
  removal: Partial<View>;
}

/** A filter that is on or off. */
export function onOff<View>({ isSet, ...declared }: OnOff<View>): ListFilter<View> {
  return { ...declared, value: isSet ? "" : undefined };
}

interface ByLink<View> extends Declared {
  /** The ID or another value that a link on another page has set. */
  text: string | undefined;
  removal: Partial<View>;
}

/** A filter that a link on another page sets. On this page, a person can only remove the filter. */
export function byLink<View>({ text, ...declared }: ByLink<View>): ListFilter<View> {
  return { ...declared, value: text === undefined ? undefined : shortenMiddle(text) };
}
