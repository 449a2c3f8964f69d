"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Search, X } from "#components/ui/icon/icons.tsx";
import { keepFocusProps } from "#components/ui/keep-focus.tsx";
import { useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { filterTexts as texts } from "./filter-texts.ts";

const debounceMs = 300;

interface SearchBoxProps {
  /** The search term from the URL. */
  value: string;
  onSearch: (term: string, history: "push" | "replace") => void;
  label: string;
  placeholder: string;
  /** The description of the shortcut `/`, which focuses this box. If undefined, the box has no shortcut. */
  shortcut?: string;
}

/**
 * Searches shortly after the last key, or immediately on Enter. All searches while a person keeps typing share one
 * history entry. Otherwise Back would go through every pause in the typing.
 */
export function SearchBox({ value, onSearch, label, placeholder, shortcut }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  const pushed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const search = useCallback(
    (text: string) => {
      clearTimeout(timer.current);
      const term = text.trim();
      if (term === sent.current) return;
      sent.current = term;
      onSearch(term, pushed.current ? "replace" : "push");
      pushed.current = true;
    },
    [onSearch],
  );
  const type = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), debounceMs);
  };
  const clear = () => {
    setDraft("");
    search("");
    input.current?.focus();
  };

  // Takes over the search term from the URL when something else has changed the URL, such as Back or a removed filter.
  useEffect(() => {
    if (value === sent.current) return;
    clearTimeout(timer.current);
    sent.current = value;
    pushed.current = false;
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { preferences } = usePreferences();
  const focus = useCallback(() => input.current?.select(), []);
  const hasShortcut = shortcut !== undefined && preferences.shortcuts !== "off";
  useShortcut("/", hasShortcut, focus, shortcut ?? "");

  return (
    <search className="relative min-w-0 flex-1">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(draft);
          pushed.current = false;
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute start-2.5 top-2 size-4 text-ink-muted" />
        <input
          ref={input}
          {...keepFocusProps}
          type="search"
          name="searchTerm"
          aria-label={label}
          aria-keyshortcuts={hasShortcut ? "/" : undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearchTermLength}
          value={draft}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            search(draft);
            pushed.current = false;
          }}
          onKeyDown={(event) => {
            // Searches before the down key moves the focus to the rows (use-row-keys.ts), because the rows must match
            // the current text.
            if (event.key === "ArrowDown" && draft.trim() !== sent.current) {
              event.preventDefault();
              search(draft);
            }
            if (event.key === "Escape" && draft !== "") {
              event.preventDefault();
              clear();
            }
          }}
          className="h-8 w-full rounded-base border border-line-strong bg-surface ps-8 pe-8 text-table [&::-webkit-search-cancel-button]:appearance-none"
        />
        {draft === "" ? (
          hasShortcut && (
            <kbd
              aria-hidden
              className="pointer-events-none absolute end-2 top-2 grid h-4 min-w-4 place-items-center rounded-small border border-line font-sans text-ink-muted text-label max-md:hidden"
            >
              /
            </kbd>
          )
        ) : (
          <IconButton label={texts.clearSearch} onClick={clear} size="small" className="absolute end-1 top-1">
            <X aria-hidden className="size-3.5" />
          </IconButton>
        )}
      </form>
    </search>
  );
}
