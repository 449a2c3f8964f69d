"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "#components/ui/class-names.ts";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { Ellipsis } from "#components/ui/icon/icons.tsx";
import type { AttentionCount } from "#lib/contract/console/attention.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { placeHref } from "#lib/paths.ts";
import type { PlaceReader } from "#lib/places.ts";
import { attentionCountOptions } from "#lib/query/console/attention-count.ts";
import { isInRow, type RailLink, railFor } from "./places.ts";
import { shellTexts as texts } from "./texts.ts";

const maxShown = 99;

const moreID = "more-pages";

interface RowProps {
  link: RailLink;
  environment: Environment;
  isCurrent: boolean;
  waiting: AttentionCount | undefined;
}

/**
 * The number of open items that need this person, shown in colour at the corner of the icon. If there are none, the
 * number of all open items, without colour.
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
          // In a low bar the word is beside the icon, and the number follows the word.
          "absolute start-1/2 top-0.5 ms-1 min-w-4 rounded-full px-1 text-center before:content-[attr(data-count)] font-semibold text-label leading-4 tabular-nums max-md:short:static",
          mine > 0 ? "bg-negative text-surface" : "bg-line text-ink",
        )}
        data-count={shown > maxShown ? `${maxShown}+` : shown}
      />
      <span className="sr-only">{texts.waiting(open, mine)}</span>
    </>
  );
}

function Row({ link, environment, isCurrent, waiting }: RowProps) {
  const { place, label, tileLabel, icon: Icon, hasCount } = link;
  return (
    <Link
      href={placeHref(place, environment)}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      title={tileLabel && label}
      className={classNames("rail-row", hasCount && "relative", isCurrent ? "rail-current" : "rail-other")}
    >
      <Icon aria-hidden className="rail-icon" />
      {tileLabel ?? label}
      {hasCount && <PlaceCount initial={waiting} />}
    </Link>
  );
}

interface MoreProps {
  links: readonly RailLink[];
  environment: Environment;
  isHere: (link: RailLink) => boolean;
}

/** The menu for the rows that do not fit into the bar of a narrow screen. */
function More({ links, environment, isHere }: MoreProps) {
  return (
    <>
      <button
        type="button"
        popoverTarget={moreID}
        title={texts.morePages}
        className={classNames("rail-row min-w-0 flex-1 md:hidden", links.some(isHere) ? "rail-current" : "rail-other")}
      >
        <Ellipsis aria-hidden className="rail-icon" />
        {texts.more}
      </button>
      <LazyPopover id={moreID} aria-label={texts.morePages} role="group" className="anchored-above w-56 p-1.5">
        <ul>
          {links.map((link) => (
            <li key={link.row}>
              <Link
                href={placeHref(link.place, environment)}
                prefetch={false}
                aria-current={isHere(link) ? "page" : undefined}
                onClick={() => closePopover(moreID)}
                className={classNames("more-row", isHere(link) && "rail-current")}
              >
                <link.icon aria-hidden className="more-icon" />
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </LazyPopover>
    </>
  );
}

interface RailProps {
  /** The environment that the links open. */
  environment: Environment;
  reader: PlaceReader;
  /** Data that the server read for the page. Without it, the browser requests the data. */
  waiting: AttentionCount | undefined;
}

/**
 * Links to the pages of the console. On a wide screen, the rail is a narrow column. On a narrow screen, the rail is a
 * bar at the bottom with four rows and "More".
 */
export function Rail({ environment, reader, waiting }: RailProps) {
  const pathname = usePathname();
  const links = railFor(reader);
  const isHere = ({ row }: RailLink) => isInRow(row, environment, pathname);
  return (
    <nav
      aria-label={texts.pages}
      className="fixed z-20 flex border-line bg-surface p-1.5 max-md:inset-x-0 max-md:bottom-0 max-md:border-t px-1 short:py-0.5 md:top-13 md:bottom-0 md:w-18 md:flex-col md:overflow-y-auto md:overscroll-contain md:border-e md:[scrollbar-width:none] print:hidden"
    >
      <ul className="flex max-md:flex-4 md:flex-col md:gap-0.5">
        {links.map((link) => (
          <li key={link.row} className={link.isInBar ? "max-md:min-w-0 max-md:flex-1" : "max-md:hidden"}>
            <Row link={link} environment={environment} isCurrent={isHere(link)} waiting={waiting} />
          </li>
        ))}
      </ul>
      <More links={links.filter(({ isInBar }) => !isInBar)} environment={environment} isHere={isHere} />
    </nav>
  );
}
