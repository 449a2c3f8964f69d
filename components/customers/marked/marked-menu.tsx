"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { closePopover, Popover } from "#components/ui/dialog/popover.tsx";
import { ChevronDown, Pin, Tag } from "#components/ui/icon/icons.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { tagsQueryOptions } from "#lib/query/customers/tags.ts";
import { markedMenuTexts as texts } from "./marked-menu-texts.ts";

const menuID = "customers-marked";

/** Links to the customers that the person has pinned, and to the customers with a tag of the team. */
export function MarkedMenu({ environment }: { environment: Environment }) {
  const locale = useNumberLocale();
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useQuery({ ...tagsQueryOptions(environment), enabled: isOpen });
  const line = (name: string, query: Record<string, string>, count: number, Icon: typeof Pin) => (
    <Link
      href={pages.customers(environment, new URLSearchParams(query))}
      prefetch={false}
      onClick={() => closePopover(menuID)}
      className={classNames(buttonClass("quiet"), "w-full justify-start")}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <bdi className="min-w-0 flex-1 truncate text-start">{name}</bdi>
      <span className="text-ink-muted tabular-nums">{formatCount(count, locale)}</span>
    </Link>
  );
  return (
    <>
      <button
        type="button"
        popoverTarget={menuID}
        className="flex h-8 items-center gap-1.5 rounded-base border border-line bg-surface px-2.5 text-table hover:border-line-strong"
      >
        <Tag aria-hidden className="size-4 shrink-0 max-sm:hidden" />
        {texts.menu}
        <ChevronDown aria-hidden className="size-3.5 text-ink-muted" />
      </button>
      <Popover
        id={menuID}
        className="w-72 max-w-[calc(100vw-1rem)] p-1"
        aria-label={texts.menu}
        role="group"
        onToggle={({ newState }) => setOpen(newState === "open")}
      >
        {data && (
          <>
            {line(texts.yourPins, { pinned: "true" }, data.pinned, Pin)}
            <p className="px-3 pt-2 pb-1 text-fine text-ink-muted">
              {data.tags.length === 0 ? `${texts.noTags} ${texts.where}` : texts.tags}
            </p>
            <ul className="max-h-72 overflow-y-auto">
              {data.tags.map(({ tag, customers }) => (
                <li key={tag}>{line(tag, { tag }, customers, Tag)}</li>
              ))}
            </ul>
          </>
        )}
        {isOpen && !data && (
          <p role="status" className="px-3 py-2 text-ink-muted">
            {isError ? texts.unread : texts.loading}
          </p>
        )}
      </Popover>
    </>
  );
}
