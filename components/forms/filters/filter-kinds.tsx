"use client";

import type { IconComponent } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { ChoiceList } from "./choice-list.tsx";
import { filterTexts as texts } from "./filter-texts.ts";
import type { ListFilter } from "./list-filter.ts";
import type { SeveralListProps } from "./several-list.tsx";

const SeveralList = lazyPart<SeveralListProps>(() => import("./several-list.tsx").then((module) => module.SeveralList));

type Choices<Word> = readonly { value: Word; name: string }[];

/** The names of the members of a view that can have a value of the type `Value`. */
type MemberWith<View, Value> = { [Name in keyof View]: Value extends View[Name] ? Name : never }[keyof View] & string;

type WordsOf<Value> = Value extends readonly (infer Word extends string)[] ? Word : never;
type WordOf<Value> = Extract<Value, string>;

/** Options of a filter with several values. Needed if its values are not simply the value of one member of the view. */
interface SeveralOptions<View> {
  /** The name of a chosen value that is not among the choices. Default: the value itself. */
  other?: string;
  /** The chosen values. Default: the member. */
  chosen?: readonly string[];
  changeTo?: (chosen: readonly string[]) => Partial<View>;
}

/**
 * Returns functions that declare the filters of a list. The first argument of each function names a member of the
 * view. This member is the filter's ID, and its value is the filter's value.
 */
export function filtersOf<View extends object>(view: View) {
  const changeOf = (member: string, value: unknown) => ({ [member]: value }) as Partial<View>;
  return {
    /**
     * A filter with any number of values. The list shows rows that have one of the chosen values
     * (docs/decisions/0059-filters-with-several-values.md).
     */
    several<Member extends MemberWith<View, readonly never[]>>(
      member: Member,
      name: string,
      icon: IconComponent,
      choices: Choices<WordsOf<View[Member]>>,
      options: SeveralOptions<View> = {},
    ): ListFilter<View> {
      const { other, chosen = view[member] as readonly string[] } = options;
      const changeTo = options.changeTo ?? ((words: readonly string[]) => changeOf(member, words));
      const nameOf = (word: string) => choices.find(({ value }) => value === word)?.name ?? other ?? word;
      return {
        id: member,
        name,
        icon,
        value: chosen.length === 0 ? undefined : texts.several(chosen.map(nameOf)),
        removal: changeTo([]),
        editor: ({ change }) => (
          <SeveralList name={name} choices={choices} chosen={chosen} onChoose={(words) => change(changeTo(words))} />
        ),
      };
    },

    /** A filter with one value. Pressing a value chooses it and closes the editor. */
    one<Member extends MemberWith<View, undefined>>(
      member: Member,
      name: string,
      icon: IconComponent,
      choices: Choices<WordOf<View[Member]>>,
    ): ListFilter<View> {
      const chosen = view[member] as WordOf<View[Member]> | undefined;
      return {
        id: member,
        name,
        icon,
        value: chosen === undefined ? undefined : (choices.find(({ value }) => value === chosen)?.name ?? chosen),
        removal: changeOf(member, undefined),
        editor: ({ change, close }) => (
          <ChoiceList
            choices={choices}
            chosen={chosen}
            onChoose={(word) => {
              close();
              change(changeOf(member, word));
            }}
          />
        ),
      };
    },

    /** A filter that is on or off. */
    onOff<Member extends MemberWith<View, boolean>>(
      member: Member,
      name: string,
      icon: IconComponent,
    ): ListFilter<View> {
      const value = view[member] ? "" : undefined;
      return { id: member, name, icon, value, addition: changeOf(member, true), removal: changeOf(member, false) };
    },

    /**
     * A filter that a link on another page sets. On this page, a person can only remove the filter. `shown` is the
     * value in words. Default: the member, shortened like an ID.
     */
    byLink<Member extends MemberWith<View, undefined>>(
      member: Member,
      name: string,
      icon: IconComponent,
      shown?: string,
    ): ListFilter<View> {
      const value = view[member] as string | undefined;
      return {
        id: member,
        name,
        icon,
        value: value === undefined ? undefined : (shown ?? shortenMiddle(value)),
        removal: changeOf(member, undefined),
      };
    },
  };
}
