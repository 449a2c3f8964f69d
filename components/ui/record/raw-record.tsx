"use client";

import { useId, useMemo, useState } from "react";
import { CopyButton } from "./copy-button.tsx";
import { rawTexts as texts } from "./raw-texts.ts";

interface RawRecordProps {
  /** The record as the API sent it. */
  record: Readonly<Record<string, unknown>>;
  /** True if the page already shows this member in its own way. The raw data lists all other members first. */
  isKnown?: (names: readonly string[]) => boolean;
}

interface Member {
  /** The path as text, such as `contract.plan` or `steps[0].name`. */
  path: string;
  /** The names that make up the path. */
  names: readonly string[];
  value: string;
}

const deepest = 12;
const maxMembers = 2_000;

/**
 * All values of a record with their paths, such as `contract.plan` or `steps[0].name`. The number of values is limited,
 * because a record may be very large.
 */
function membersOf(record: Readonly<Record<string, unknown>>): { members: Member[]; cut: boolean } {
  const members: Member[] = [];
  let cut = false;
  const visit = (raw: unknown, path: string, names: readonly string[]): void => {
    if (members.length >= maxMembers) {
      cut = true;
      return;
    }
    if (typeof raw !== "object" || raw === null || names.length >= deepest || Object.keys(raw).length === 0) {
      members.push({ path, names, value: typeof raw === "string" ? raw : (JSON.stringify(raw) ?? "") });
      return;
    }
    for (const [name, member] of Object.entries(raw)) {
      const below = Array.isArray(raw) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
      visit(member, below, [...names, name]);
    }
  };
  visit(record, "", []);
  return { members, cut };
}

function Members({ members }: { members: readonly Member[] }) {
  return (
    <dl className="py-1 font-mono text-fine">
      {members.map(({ path, value }) => (
        <div key={path} className="grid grid-cols-[minmax(7rem,1fr)_2fr] gap-4 px-4 py-0.5 hover:bg-sunken">
          <dt className="text-ink-muted wrap-anywhere">{path}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The raw data of a record with a search box. Each value has its own line and is shown as plain text. */
export function RawRecord({ record, isKnown }: RawRecordProps) {
  const [search, setSearch] = useState("");
  const searchID = useId();
  const { members, cut } = useMemo(() => membersOf(record), [record]);
  const wanted = search.trim().toLowerCase();
  const shown = members.filter(({ path, value }) => `${path} ${value}`.toLowerCase().includes(wanted));
  const known = isKnown && shown.filter(({ names }) => isKnown(names));
  const unknown = known && shown.filter((member) => !known.includes(member));
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 print:hidden">
        <label htmlFor={searchID} className="sr-only">
          {texts.search}
        </label>
        <input
          id={searchID}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={texts.search}
          className="h-8 w-full max-w-72 rounded-base border border-line-strong bg-surface px-2.5 text-table"
        />
        <p role="status" className="text-fine text-ink-muted">
          {texts.shown(shown.length, members.length)}
          {cut && ` ${texts.cut}`}
        </p>
        <span className="ms-auto">
          <CopyButton text={JSON.stringify(record, null, 2)} label={texts.copy} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this element */}
      <div tabIndex={0} className="max-h-96 overflow-auto -outline-offset-2 print:max-h-none">
        {known === undefined || unknown === undefined ? (
          <Members members={shown} />
        ) : (
          <>
            <h3 className="px-4 pt-2 font-medium text-table">{texts.unknown}</h3>
            {unknown.length === 0 && wanted === "" ? (
              <p className="px-4 py-1 text-ink-muted text-table">{texts.nothingUnknown}</p>
            ) : (
              <Members members={unknown} />
            )}
            <h3 className="border-line border-t px-4 pt-2 font-medium text-table">{texts.known}</h3>
            <Members members={known} />
          </>
        )}
      </div>
    </div>
  );
}
