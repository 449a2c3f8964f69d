"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Search } from "#components/ui/icon/icons.tsx";
import { lookupRequest } from "#components/ui/lookup-request.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { numbersTexts as texts } from "./texts.ts";

/** A search field that opens the lookup, because the API's list of numbers has no filter. */
export function NumberSearch() {
  const [text, setText] = useState("");
  return (
    <search className="filter-search print:hidden">
      <form
        className="flex min-w-0 grow items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") lookupRequest.set({ text: text.trim() });
        }}
      >
        <span className="relative min-w-0 grow">
          <Search aria-hidden className="pointer-events-none absolute start-2.5 top-2 size-4 text-ink-muted" />
          <input
            type="search"
            inputMode="tel"
            aria-label={texts.search}
            placeholder={texts.searchPlaceholder}
            autoComplete="off"
            maxLength={maxSearchTermLength}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="h-8 w-full rounded-base border border-line-strong bg-surface ps-8 pe-2 text-table"
          />
        </span>
        <Button type="submit">{texts.find}</Button>
      </form>
    </search>
  );
}
