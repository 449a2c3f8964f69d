"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { closePopover, Popover } from "#components/ui/dialog/popover.tsx";
import { Ellipsis } from "#components/ui/icon/icons.tsx";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { attentionCountOptions } from "#lib/query/console/attention.ts";
import { isPlace, type Place, type PlaceGroup, placesFor } from "./places.ts";
import { shellTexts as texts } from "./texts.ts";

const maxShown = 99;

const moreID = "more-pages";

const rowClass =
  "flex h-11 w-full flex-col items-center justify-center gap-0.5 rounded-base text-label -outline-offset-2 [@media(height<52rem)]:md:h-10 short:h-8 short:flex-row short:gap-1.5";

const quiet = "text-ink-muted hover:bg-sunken hover:text-ink";

const current =
  "bg-accent-soft font-medium text-accent forced-colors:forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]";

interface RowProps {
  place: Place;
  environment: Environment;
  isCurrent: boolean;
}

/** How much waits, at the corner of its icon: for this person in colour, else plain. */
function PlaceCount() {
  const { data } = useQuery(attentionCountOptions());
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

function Row({ place: { label, icon: Icon, href, hasCount }, environment, isCurrent }: RowProps) {
  return (
    <Link
      href={href(environment)}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(rowClass, hasCount && "relative", isCurrent ? current : quiet)}
    >
      <Icon aria-hidden className="size-4.5 shrink-0 short:size-4" />
      <span className={isCurrent ? undefined : "max-[22rem]:sr-only"}>{label}</span>
      {hasCount && <PlaceCount />}
    </Link>
  );
}

interface MoreProps {
  groups: readonly PlaceGroup[];
  environment: Environment;
  isHere: (place: Place) => boolean;
}

/** What a narrow screen has no tab for. */
function More({ groups, environment, isHere }: MoreProps) {
  const isCurrent = groups.some(({ places }) => places.some(isHere));
  return (
    <div className="min-w-0 flex-1 md:hidden">
      <button
        type="button"
        popoverTarget={moreID}
        title={texts.morePages}
        className={classNames(rowClass, isCurrent ? current : quiet)}
      >
        <Ellipsis aria-hidden className="size-4.5 shrink-0 short:size-4" />
        <span className={isCurrent ? undefined : "max-[22rem]:sr-only"}>{texts.more}</span>
      </button>
      <Popover id={moreID} aria-label={texts.morePages} role="group" className="anchored-above w-56 p-1.5">
        {groups.map(({ title, places }) => (
          <div key={title ?? ""} className="not-first:mt-1.5 not-first:border-line not-first:border-t not-first:pt-1.5">
            {title !== undefined && <p className="px-2.5 pt-0.5 pb-1 text-fine text-ink-muted">{title}</p>}
            <ul>
              {places.map((place) => (
                <li key={place.label}>
                  <Link
                    href={place.href(environment)}
                    prefetch={false}
                    aria-current={isHere(place) ? "page" : undefined}
                    onClick={() => closePopover(moreID)}
                    className={classNames(
                      "flex h-10 items-center gap-3 rounded-base px-2.5 -outline-offset-2 short:h-8",
                      isHere(place) ? current : "hover:bg-sunken",
                    )}
                  >
                    <place.icon aria-hidden className="size-4.5 shrink-0 text-ink-muted" />
                    {place.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Popover>
    </div>
  );
}

interface RailProps {
  /** Where the links of an environment lead. */
  environment: Environment;
  role: Role;
}

/** The pages of the console: a slim rail, or on a narrow screen a bar at the bottom with four tabs and "More". */
export function Rail({ environment, role }: RailProps) {
  const pathname = usePathname();
  const id = useId();
  const groups = placesFor(role);
  const isHere = (place: Place) => isPlace(place, environment, pathname);
  const untabbed = groups
    .map((group) => ({ ...group, places: group.places.filter(({ isTab }) => !isTab) }))
    .filter(({ places }) => places.length > 0);
  return (
    <nav
      aria-label={texts.pages}
      className="fixed z-20 flex border-line bg-surface p-1.5 max-md:inset-x-0 max-md:bottom-0 max-md:border-t max-md:px-1 short:py-0.5 md:top-13 md:bottom-0 md:w-18 md:flex-col md:overflow-y-auto md:overscroll-contain md:border-e md:[scrollbar-width:none] print:hidden"
    >
      {groups.map(({ title, places }, index) => (
        <div
          key={title ?? ""}
          className={classNames(
            "max-md:flex-4 md:not-first:mt-1.5 md:not-first:border-line md:not-first:border-t md:not-first:pt-1.5",
            !places.some(({ isTab }) => isTab) && "max-md:hidden",
          )}
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
            {places.map((place) => (
              <li
                key={place.label}
                className={classNames("max-md:min-w-0 max-md:flex-1", !place.isTab && "max-md:hidden")}
              >
                <Row place={place} environment={environment} isCurrent={isHere(place)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {untabbed.length > 0 && <More groups={untabbed} environment={environment} isHere={isHere} />}
    </nav>
  );
}
