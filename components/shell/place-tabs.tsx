"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { Environment } from "#lib/contract/environment.ts";
import { placeHref } from "#lib/paths.ts";
import { type PlaceReader, placeOf, railRows } from "#lib/places.ts";
import { tabsFor } from "./places.ts";

/** Links to the other pages that share a row of the rail with this page. */
export function PlaceTabs({ environment, reader }: { environment: Environment; reader: PlaceReader }) {
  const pathname = usePathname();
  const tabs = tabsFor(reader, environment, pathname);
  const { row } = tabs[0] === undefined ? {} : placeOf(tabs[0]);
  if (row === undefined) return null;
  return (
    <nav aria-label={railRows[row].label} className="mb-3 overflow-x-auto border-line border-b print:hidden">
      <ul className="flex gap-1 max-sm:gap-0">
        {tabs.map((name) => {
          const href = placeHref(name, environment);
          return (
            <li key={name}>
              <Link
                href={href}
                prefetch={false}
                aria-current={href === pathname ? "page" : undefined}
                className="flex h-9 items-center whitespace-nowrap border-transparent border-b-2 px-3 text-ink-muted text-table max-sm:px-2 -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
              >
                {placeOf(name).tab}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
