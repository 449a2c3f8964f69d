"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { recordTexts, windowPhrase } from "#components/customers/texts.ts";
import { FilterLine } from "#components/forms/filters/filter-line.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Count, useNumberLocale } from "#components/ui/count.tsx";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Facets, ValueCount } from "#lib/contract/customers/known-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import {
  ageBands,
  elsewhereDays,
  type KnownMember,
  type KnownStateWord,
  knownStates,
  usersBands,
} from "#lib/contract/values/customers/known-filters.ts";
import { customerFacetsQueryOptions, customersQueryOptions } from "#lib/query/customers/customers.ts";
import { type CustomersView, needsRecord } from "#lib/url-state/customers-view.ts";
import { editorTexts as texts } from "./editor-texts.ts";
import {
  agePhrase,
  contractWordName,
  elsewherePhrase,
  stateNames,
  usersPhrase,
  knownFilterTexts as words,
} from "./filter-texts.ts";
import { readUsersRange, type UsersRangeErrors } from "./read-users-range.ts";

type Change = (changes: Partial<CustomersView>) => void;

/**
 * The number of customers for each filter value. If the API provides the page's list, the numbers need their own
 * request. Otherwise the list contains the numbers.
 */
function useFacets(environment: Environment, view: CustomersView) {
  const isRecord = needsRecord(view);
  const list = useQuery({ ...customersQueryOptions(environment, view), enabled: isRecord });
  const own = useQuery({ ...customerFacetsQueryOptions(environment, view), enabled: !isRecord });
  const { data, isError, isFetching } = isRecord ? list : own;
  // Keeps the numbers of the previous filters until the new numbers arrive, so that no line moves.
  const [last, setLast] = useState<CustomerList | undefined>(data);
  if (data !== undefined && data !== last) setLast(data);
  const shown = data ?? last;
  return {
    facets: shown?.facets,
    coverage: shown?.coverage,
    notProvided: shown?.notProvided ?? [],
    isError: isError && !isFetching,
    isOld: data === undefined || own.isPlaceholderData,
  };
}

/** A placeholder for the values while they load. */
function WaitingLines() {
  return (
    <div aria-hidden>
      {[1, 2, 3].map((line) => (
        <div key={line} className="flex h-8 items-center px-2">
          <div className="skeleton-line w-24" />
        </div>
      ))}
    </div>
  );
}

const maxShownValues = 6;

interface ValuesProps {
  values: readonly ValueCount[] | undefined;
  chosen: readonly string[];
  nameOf: (word: string) => string;
  none: string;
  onChoose: (chosen: readonly string[]) => void;
}

/** Two values are equal if they differ only in letter case or punctuation. The server compares them in this way too. */
const folded = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The values of a filter, the most frequent first. A person can choose several values. */
function Values({ values, chosen, nameOf, none, onChoose }: ValuesProps) {
  const [isWhole, setWhole] = useState(false);
  const isChosen = (word: string) => chosen.some((one) => folded(one) === folded(word));
  const listed = (values ?? []).map(({ value, count }) => ({ word: value ?? "", count: count as number | undefined }));
  const unlisted = chosen.filter((word) => !listed.some((one) => folded(one.word) === folded(word)));
  const all = [...listed, ...unlisted.map((word) => ({ word, count: values && 0 }))];
  if (!values && all.length === 0) return <WaitingLines />;
  if (values && all.length === 0) return <p className="px-2 py-1 text-fine text-ink-muted">{none}</p>;
  const isShort = isWhole || all.length <= maxShownValues + 1;
  const shown = isShort ? all : all.filter(({ word }, index) => index < maxShownValues || isChosen(word));
  return (
    <>
      {shown.map(({ word, count }) => (
        <FilterLine
          key={word}
          type="checkbox"
          name={nameOf(word)}
          count={count}
          isChecked={isChosen(word)}
          onChange={() =>
            onChoose(isChosen(word) ? chosen.filter((one) => folded(one) !== folded(word)) : [...chosen, word])
          }
        />
      ))}
      {!isShort && (
        <Button variant="quiet" size="small" className="ms-1" onClick={() => setWhole(true)}>
          {texts.moreValues(all.length)}
        </Button>
      )}
    </>
  );
}

const field = { inputMode: "numeric", maxLength: 11, autoComplete: "off", className: "text-table h-8" } as const;

/** A form for a range of user counts. */
function UsersForm({ view, onChange }: { view: CustomersView; onChange: Change }) {
  const id = useId();
  const [errors, setErrors] = useState<UsersRangeErrors>({});
  const { usersFrom, usersTo } = view;
  return (
    <form
      noValidate
      // The key changes with the range in the URL, for example after Back. React then resets the form.
      key={`${usersFrom} ${usersTo}`}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const read = readUsersRange(String(data.get("min")), String(data.get("max")));
        if ("range" in read) {
          setErrors({});
          onChange({ usersFrom: read.range.min, usersTo: read.range.max });
          return;
        }
        setErrors(read.errors);
        document.getElementById(read.errors.min === undefined ? `${id}-max` : `${id}-min`)?.focus();
      }}
      className="grid grid-cols-2 items-start gap-2 px-2 pt-1 pb-2"
    >
      <TextField
        {...field}
        id={`${id}-min`}
        name="min"
        label={texts.from}
        error={errors.min}
        defaultValue={usersFrom}
      />
      <TextField {...field} id={`${id}-max`} name="max" label={texts.to} error={errors.max} defaultValue={usersTo} />
      <Button type="submit" className="col-span-full">
        {texts.apply}
      </Button>
    </form>
  );
}

function Users({ view, facets, onChange }: { view: CustomersView; facets: Facets | undefined; onChange: Change }) {
  const group = useId();
  const locale = useNumberLocale();
  const { usersFrom, usersTo } = view;
  const isSet = usersFrom !== undefined || usersTo !== undefined;
  const countOf = (from: number | null) => facets?.users.find((band) => band.from === from)?.count;
  const unknown = countOf(null) ?? 0;
  return (
    <>
      <FilterLine
        type="radio"
        group={group}
        name={texts.anyNumber}
        isChecked={!isSet}
        onChange={() => onChange({ usersFrom: undefined, usersTo: undefined })}
      />
      {usersBands.map((band) => {
        const to = "to" in band ? band.to : undefined;
        return (
          <FilterLine
            key={band.from}
            type="radio"
            group={group}
            name={usersPhrase({ min: band.from, ...(to !== undefined && { max: to }) }, locale)}
            count={facets && (countOf(band.from) ?? 0)}
            isChecked={isSet && (usersFrom ?? 0) === band.from && usersTo === to}
            onChange={() => onChange({ usersFrom: band.from, usersTo: to })}
          />
        );
      })}
      {unknown > 0 && (
        <p className="flex min-h-8 items-center justify-between px-2 ps-8 text-ink-muted text-table">
          <span className="first-letter:uppercase">{words.notKnown}</span>
          <span className="tabular-nums">
            <Count value={unknown} />
          </span>
        </p>
      )}
      <UsersForm view={view} onChange={onChange} />
    </>
  );
}

const statesOf = ({ state, includeDeleted }: CustomersView): readonly KnownStateWord[] => {
  if (state.length > 0) return state;
  return includeDeleted ? ["active", "deleted"] : ["active"];
};

/**
 * The change that selects these states. For active customers, with or without deleted ones, the API's own filter is
 * enough. Without any state, selects the active customers.
 */
function toStates(states: readonly KnownStateWord[]): Partial<CustomersView> {
  const chosen = knownStates.filter((state) => states.includes(state));
  if (chosen.join() === "active,deleted") return { state: [], includeDeleted: true };
  if (chosen.length === 0 || chosen.join() === "active") return { state: [], includeDeleted: false };
  return { state: chosen };
}

const elsewhereChoices = elsewhereDays.map((days) => `${days}d`);

const toggled = <Value,>(values: readonly Value[], value: Value) =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

type Member = "plan" | "term" | "users" | "tag" | "elsewhere" | "age" | "state";

/** For each filter, the customer member that it needs. Only members that the API's lists may lack. */
const needed: Partial<Record<Member, KnownMember>> = { plan: "plan", term: "term", users: "usersCount" };

export interface FilterEditorProps {
  environment: Environment;
  member: Member;
  view: CustomersView;
  onChange: Change;
}

/**
 * An editor of a filter that the API does not have. Shows each value with its number of customers. A choice takes
 * effect immediately.
 */
export function FilterEditor({ environment, member, view, onChange }: FilterEditorProps) {
  const group = useId();
  const { facets, coverage, notProvided, isError, isOld } = useFacets(environment, view);
  const missing = needed[member];
  if (missing && notProvided.includes(missing)) {
    return <p className="px-3 py-2 text-ink-muted text-table">{texts.notProvided}</p>;
  }
  const { elsewhere, ageFrom, ageTo } = view;
  const contract = (name: "plan" | "term") => (
    <Values
      values={facets?.[name]}
      chosen={view[name]}
      nameOf={(word) => contractWordName(name, word)}
      none={texts.noValues}
      onChoose={(chosen) => onChange({ [name]: chosen })}
    />
  );
  const radio = { type: "radio", group } as const;
  const editors: Readonly<Record<Member, () => ReactNode>> = {
    plan: () => contract("plan"),
    term: () => contract("term"),
    users: () => <Users view={view} facets={facets} onChange={onChange} />,
    tag: () => (
      <Values
        values={facets?.tag}
        chosen={view.tag}
        nameOf={(tag) => tag}
        none={texts.noTags}
        onChoose={(tag) => onChange({ tag })}
      />
    ),
    elsewhere: () => {
      const since = elsewhere === undefined || elsewhereChoices.some((one) => one === elsewhere) ? [] : [elsewhere];
      return (
        <>
          <FilterLine
            {...radio}
            name={texts.anyTime}
            isChecked={elsewhere === undefined}
            onChange={() => onChange({ elsewhere: undefined })}
          />
          {[...elsewhereChoices, ...since].map((word) => (
            <FilterLine
              key={word}
              {...radio}
              name={elsewherePhrase(word)}
              count={facets?.elsewhere.find(({ days }) => `${days}d` === word)?.count}
              isChecked={elsewhere === word}
              onChange={() => onChange({ elsewhere: word })}
            />
          ))}
        </>
      );
    },
    age: () => {
      const isAged = ageFrom !== undefined || ageTo !== undefined;
      return (
        <>
          <FilterLine
            {...radio}
            name={texts.anyTime}
            isChecked={!isAged}
            onChange={() => onChange({ ageFrom: undefined, ageTo: undefined })}
          />
          {ageBands.map((band) => {
            const to = "to" in band ? band.to : undefined;
            return (
              <FilterLine
                key={band.from}
                {...radio}
                name={agePhrase({ from: band.from, to })}
                count={facets && (facets.age.find(({ from }) => from === band.from)?.count ?? 0)}
                isChecked={isAged && (ageFrom ?? 0) === band.from && ageTo === to}
                onChange={() => onChange({ ageFrom: band.from === 0 ? undefined : band.from, ageTo: to })}
              />
            );
          })}
        </>
      );
    },
    state: () =>
      knownStates.map((state) => (
        <FilterLine
          key={state}
          type="checkbox"
          name={stateNames[state]}
          count={facets && (facets.state.find(({ value }) => value === state)?.count ?? 0)}
          isChecked={statesOf(view).includes(state)}
          onChange={() => onChange(toStates(toggled(statesOf(view), state)))}
        />
      )),
  };
  const counted = [
    texts.counted(windowPhrase(view.window)),
    ...(coverage ? [recordTexts.coverage(coverage.known, coverage.total)] : []),
  ].join(", ");
  const counting = facets ? `${counted}.` : texts.loading;
  return (
    <>
      <fieldset
        aria-busy={isOld && !isError}
        className={classNames("max-h-96 overflow-auto p-1", isOld && facets && "opacity-60")}
      >
        <legend className="sr-only">{words[member]}</legend>
        {editors[member]()}
      </fieldset>
      <p className="border-line border-t px-3 py-2 text-fine text-ink-muted">
        <span role="status">{isError ? texts.failed : counting}</span> {texts.how}
      </p>
    </>
  );
}

/** The number of pinned customers among the customers that match the other filters. */
export function PinnedCount({ environment, view }: Pick<FilterEditorProps, "environment" | "view">) {
  const { facets } = useFacets(environment, view);
  return (
    facets && (
      <span className="text-ink-muted tabular-nums">
        <Count value={facets.pinned} />
      </span>
    )
  );
}
