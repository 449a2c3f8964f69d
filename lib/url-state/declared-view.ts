import { calendarDayFrom, isValidWindow } from "#lib/contract/values/calendar.ts";
import { maxFilterIDs } from "#lib/contract/values/limits.ts";
import { resourceIDFrom } from "#lib/contract/values/resource-ids.ts";
import {
  changePageView,
  defaultPageView,
  type PageView,
  pageQueryOf,
  pageViewParams,
  parsePageView,
} from "./page-view.ts";

/** How a member of a view is stored in the URL. */
export interface Field<Value> {
  /** The value that applies if the URL does not contain the parameter. */
  readonly initial: Value;
  /** Parses the value from the URL. An invalid text counts as absent. `name` is the member's name. */
  read(params: URLSearchParams, name: string): Value;
  /** Returns the URL parameters for a value. Empty for the initial value. */
  write(value: Value, name: string): readonly (readonly [name: string, text: string])[];
}

type ValuesOf<F> = { [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never };

/**
 * A member with one URL parameter. By default, the parameter has the member's name. `parse` returns undefined for an
 * invalid text.
 */
export function field<Value>(
  initial: Value,
  parse: (text: string) => Value | undefined,
  print: (value: Value) => string | undefined,
  param?: string,
): Field<Value> {
  return {
    initial,
    read(params, name) {
      const text = params.get(param ?? name);
      return text === null ? initial : (parse(text) ?? initial);
    },
    write(value, name) {
      const text = value === initial ? undefined : print(value);
      return text === undefined ? [] : [[param ?? name, text]];
    },
  };
}

/** A member whose value may be absent. `parse` returns undefined for an invalid text. */
export const optional = <Value extends string | number>(
  parse: (text: string) => Value | undefined,
): Field<Value | undefined> => field<Value | undefined>(undefined, parse, (value) => String(value));

export const flag = (initial = false): Field<boolean> =>
  field<boolean>(initial, (text) => (text === "true" ? true : text === "false" ? false : undefined), String);

export const oneOf = <Word extends string>(words: readonly Word[]): Field<Word | undefined> =>
  optional((text) => words.find((word) => word === text));

/**
 * A member with several of the `words`, sorted in the order of `words`. One URL parameter contains all of them, and
 * unknown words are ignored (docs/decisions/0059-filters-with-several-values.md). Empty: no filter.
 */
export const someOf = <Word extends string>(
  words: readonly Word[],
  param: string,
  partsOf: (text: string) => readonly string[] = (text) => text.split(","),
): Field<readonly Word[]> =>
  field<readonly Word[]>(
    [],
    (text) => words.filter((word) => partsOf(text).includes(word)),
    (chosen) => (chosen.length === 0 ? undefined : chosen.join(",")),
    param,
  );

/**
 * A member with several values. Each value has its own parameter: `plan=a&plan=b`. Empty: no filter. `parse` returns
 * undefined for an invalid text.
 */
export const repeated = <Word extends string>(
  parse: (text: string) => Word | undefined,
  maxCount: number,
  param?: string,
): Field<readonly Word[]> => ({
  initial: [],
  read: (params, name) => {
    const words = params.getAll(param ?? name).flatMap((text) => parse(text) ?? []);
    return [...new Set(words)].slice(0, maxCount);
  },
  write: (words, name) => words.map((word) => [param ?? name, word]),
});

const shortened = (text: string, maxLength: number) => text.trim().slice(0, maxLength).trim();

/** A text that a person types. Empty: no filter. */
export const typedText = (maxLength: number): Field<string> => field("", (text) => shortened(text, maxLength), String);

/** A text that a person types. Undefined: no filter. */
export const optionalText = (maxLength: number): Field<string | undefined> =>
  optional((text) => shortened(text, maxLength) || undefined);

/**
 * A member with several IDs. Each ID has its own URL parameter, because an ID may contain any character that could
 * separate IDs.
 */
export const resourceIDs = (param: string): Field<readonly string[]> =>
  repeated((text) => resourceIDFrom(text.trim()), maxFilterIDs, param);

export const resourceID = (): Field<string | undefined> => optional((text) => resourceIDFrom(text.trim()));

/**
 * The first and the last UTC day of a range. Both days are included, and each may be absent. A last day that is before
 * the first day is ignored.
 */
export const dayRange = {
  datefrom: optional(calendarDayFrom),
  dateto: {
    ...optional(calendarDayFrom),
    read(params: URLSearchParams) {
      const [datefrom, dateto] = [calendarDayFrom(params.get("datefrom")), calendarDayFrom(params.get("dateto"))];
      return isValidWindow({ datefrom, dateto }) ? dateto : undefined;
    },
  },
};

/** The view of a page. It is stored completely in the URL. */
export interface DeclaredView<View> {
  readonly initial: Readonly<View>;
  /** Parses the page's URL. */
  parse(params: URLSearchParams): View;
  /** Writes the page's URL. Initial values are omitted. The inverse of `parse`. */
  params(view: Partial<View>): URLSearchParams;
}

export interface DeclaredListView<View> extends DeclaredView<View> {
  /** Returns the URL parameters of the filters only, for an export or a summary. */
  filterParams(view: Partial<View>): URLSearchParams;
  /** Returns the query of the list's route. It contains the filters, and it always contains the page. */
  query(view: View): URLSearchParams;
  /**
   * Changes some members of a view. After a changed filter, the list starts at its first page
   * (docs/decisions/0004-where-a-changed-list-begins.md).
   */
  change(view: View, change: Partial<View>): View;
}

/** Declares a view with these members. */
export function declareView<F extends Readonly<Record<string, Field<unknown>>>>(fields: F): DeclaredView<ValuesOf<F>> {
  type View = ValuesOf<F>;
  const entries = Object.entries<Field<unknown>>(fields);
  return {
    initial: Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as View,
    parse: (params) => Object.fromEntries(entries.map(([name, { read }]) => [name, read(params, name)])) as View,
    params: (view) => {
      const given = view as Readonly<Record<string, unknown>>;
      const params = entries.flatMap(([name, { write, initial }]) =>
        write(name in given ? given[name] : initial, name),
      );
      return new URLSearchParams(params.map(([name, text]) => [name, text]));
    },
  };
}

/** Declares the view of a list, with these filters and with paging. */
export function declareListView<F extends Readonly<Record<string, Field<unknown>>>>(
  fields: F,
): DeclaredListView<ValuesOf<F> & PageView> {
  type View = ValuesOf<F> & PageView;
  const filters = declareView(fields);
  const filterParams = (view: Partial<View>) => filters.params(view as Partial<ValuesOf<F>>);
  const joined = (...parts: URLSearchParams[]) => new URLSearchParams(parts.flatMap((part) => [...part]));
  return {
    initial: { ...filters.initial, ...defaultPageView },
    parse: (params) => ({ ...filters.parse(params), ...parsePageView(params) }),
    params: (view) => joined(filterParams(view), pageViewParams({ ...defaultPageView, ...view })),
    filterParams,
    query: (view) => joined(filterParams(view), pageQueryOf(view)),
    change(view, change) {
      const changed = { ...view, ...change };
      if (change.offset !== undefined) return changed;
      const onlySize = Object.keys(change).every((member) => member === "limit");
      return onlySize ? { ...changed, ...changePageView(view, change) } : { ...changed, offset: 0 };
    },
  };
}
