"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { Ellipsis } from "#components/ui/icon/icons.tsx";
import type { AttentionCount } from "#lib/contract/console/attention.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { placeHref } from "#lib/paths.ts";
import { attentionCountOptions } from "#lib/query/console/attention-count.ts";
import { isPlace, type RailGroup, type RailPlace, railFor } from "./places.ts";
import { shellTexts as texts } from "./texts.ts";

const maxShown = 99;

const moreID = "more-pages";

interface RowProps {
  place: RailPlace;
  environment: Environment;
  isCurrent: boolean;
  waiting: AttentionCount | undefined;
}

/**
 * The number of waiting items, at the corner of the icon. The number is coloured if some of the items wait for this
 * person.
 */
function PlaceCount({ initial }: { initial: AttentionCount | undefined }) {
  const { data } = useQuery({ ...attentionCountOptions(), ...(initial && { initialData: initial }) });
  if (!data || data.open === 0) return null;
  const { open, mine } = data;
  const shown = mine > 0 ? mine : open;
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          "absolute start-1/2 top-0.5 ms-1 min-w-4 rounded-full px-1 text-center before:content-[attr(data-count)] font-semibold text-label leading-4 tabular-nums",
          mine > 0 ? "bg-negative text-surface" : "bg-line text-ink",
        )}
        data-count={shown > maxShown ? `${maxShown}+` : shown}
      />
      <span className="sr-only">{texts.waiting(open, mine)}</span>
    </>
  );
}

function Row({ place: { name, label, icon: Icon, hasCount }, environment, isCurrent, waiting }: RowProps) {
  return (
    <Link
      href={placeHref(name, environment)}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames("rail-row", hasCount && "relative", isCurrent ? "rail-current" : "rail-other")}
    >
      <Icon aria-hidden className="rail-icon" />
      <span>{label}</span>
      {hasCount && <PlaceCount initial={waiting} />}
    </Link>
  );
}

interface MoreProps {
  groups: readonly RailGroup[];
  environment: Environment;
  isHere: (place: RailPlace) => boolean;
}

/** The places that have no tab on a narrow screen. */
function More({ groups, environment, isHere }: MoreProps) {
  const isCurrent = groups.some(({ rows }) => rows.some(isHere));
  return (
    <div className="min-w-0 flex-1 md:hidden">
      <button
        type="button"
        popoverTarget={moreID}
        title={texts.morePages}
        className={classNames("rail-row", isCurrent ? "rail-current" : "rail-other")}
      >
        <Ellipsis aria-hidden className="rail-icon" />
        <span>{texts.more}</span>
      </button>
      <LazyPopover id={moreID} aria-label={texts.morePages} role="group" className="anchored-above w-56 p-1.5">
        {groups.map(({ title, rows }) => (
          <div key={title ?? ""} className="not-first:mt-1.5 not-first:border-line not-first:border-t not-first:pt-1.5">
            {title !== undefined && <p className="px-2.5 pt-0.5 pb-1 text-fine text-ink-muted">{title}</p>}
            <ul>
              {rows.map((place) => (
                <li key={place.name}>
                  <Link
                    href={placeHref(place.name, environment)}
                    prefetch={false}
                    aria-current={isHere(place) ? "page" : undefined}
                    onClick={() => closePopover(moreID)}
                    className={classNames("more-row", isHere(place) && "rail-current")}
                  >
                    <place.icon aria-hidden className="more-icon" />
                    {place.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </LazyPopover>
    </div>
  );
}

interface RailProps {
  /** The environment that the links open. */
  environment: Environment;
  role: Role;
  /** Data that the server read for the page. If absent, the browser requests them. */
  waiting: AttentionCount | undefined;
}

/**
 * Links to the pages of the console: a slim rail, or on a narrow screen a bar at the bottom with four tabs and "More".
 */
export function Rail({ environment, role, waiting }: RailProps) {
  const pathname = usePathname();
  const id = useId();
  const groups = railFor(role);
  const isHere = ({ name }: RailPlace) => isPlace(name, environment, pathname);
  const untabbed = groups
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ isTab }) => !isTab) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <nav
      aria-label={texts.pages}
      className="fixed z-20 flex border-line bg-surface p-1.5 max-md:inset-x-0 max-md:bottom-0 max-md:border-t max-md:px-1 short:py-0.5 md:top-13 md:bottom-0 md:w-18 md:flex-col md:overflow-y-auto md:overscroll-contain md:border-e md:[scrollbar-width:none] print:hidden"
    >
      {groups.map(({ title, rows }, index) => (
        <div
          key={title ?? ""}
          className={classNames("rail-group", !rows.some(({ isTab }) => isTab) && "max-md:hidden")}
        >
          {title !== undefined && (
            <p id={`${id}${index}`} className="pb-1 text-center text-ink-muted text-label">
              {title}
            </p>
          )}
          <ul
            aria-labelledby={title === undefined ? undefined : `${id}${index}`}
            className="flex md:flex-col md:gap-0.5"
          >
            {rows.map((place) => (
              <li key={place.name} className={place.isTab ? "rail-tab" : "max-md:hidden"}>
                <Row place={place} environment={environment} isCurrent={isHere(place)} waiting={waiting} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {untabbed.length > 0 && <More groups={untabbed} environment={environment} isHere={isHere} />}
    </nav>
  );
}
