"use client";

import Link from "next/link";
import type { MouseEvent } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { LoaderCircle } from "#components/ui/icon/icons.tsx";
import { freshnessTexts } from "#components/ui/panel/freshness-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { ChoiceRow } from "./choice-row.tsx";
import type { Choice, ChoiceGroup } from "./choices.ts";
import { foundText, lookupCoverageText, lookupTexts as texts } from "./texts.ts";

interface ChoiceListProps {
  id: string;
  groups: readonly ChoiceGroup[];
  activeID: string | undefined;
  onPoint: (choice: Choice) => void;
  /**
   * Called when the person presses a line. The browser then follows the line's link, unless the handler prevents it.
   */
  onChoose: (choice: Choice, event: MouseEvent) => void;
}

const optionClass =
  "flex min-h-9 items-start gap-2.5 rounded-base px-2.5 py-2 text-start text-table aria-selected:bg-accent-soft forced-colors:aria-selected:outline-2";

/** The ID of the element of a line. */
export const elementID = (listID: string, choice: Choice) => `${listID} ${choice.id}`.replace(/\s+/g, "-");

function Option({ choice, ...props }: Omit<ChoiceListProps, "id" | "groups"> & { choice: Choice; listID: string }) {
  const { listID, activeID, onPoint, onChoose } = props;
  const shared = {
    id: elementID(listID, choice),
    role: "option",
    tabIndex: -1,
    "aria-selected": choice.id === activeID,
    className: optionClass,
    onPointerMove: () => onPoint(choice),
    onClick: (event: MouseEvent) => onChoose(choice, event),
  } as const;
  if ("href" in choice && choice.href !== undefined) {
    return (
      <Link {...shared} href={choice.href} prefetch={false}>
        <ChoiceRow choice={choice} />
      </Link>
    );
  }
  return (
    <div {...shared} className={classNames(optionClass, "cursor-pointer")}>
      <ChoiceRow choice={choice} />
    </div>
  );
}

/** True if a search failed and the store of known customers has provided no hits instead. */
const hasFailed = ({ choices }: ChoiceGroup) =>
  choices.some((choice) => choice.kind === "retry" && !choice.isFromRecord);

function GroupHead({ group, headID }: { group: ChoiceGroup; headID: string }) {
  const { environment, kind, hits, searching, goingOn } = group;
  const words = kind === "recent" ? texts.recent : kind === "commands" ? texts.commands : undefined;
  return (
    <div className="flex min-h-7 items-center gap-2 px-2.5 pt-1 text-fine text-ink-muted">
      <span id={headID} className="flex items-center gap-2">
        {environment && <EnvironmentMark environment={environment} />}
        {words}
      </span>
      {kind === "lookup" && (searching || goingOn) && (
        <span className="flex animate-late items-center gap-1.5">
          <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
          {goingOn ? texts.lookingFurther : texts.searching}
        </span>
      )}
      {kind === "lookup" && !searching && !goingOn && !hasFailed(group) && <span>{foundText(hits, group.looked)}</span>}
      {group.oldAsOf !== undefined && (
        <span className="text-caution">
          {freshnessTexts.asOf} <Timestamp value={group.oldAsOf} detail="clock" />
        </span>
      )}
    </div>
  );
}

function Looked({ group }: { group: ChoiceGroup }) {
  if (group.searching && group.hits.length === 0) return null;
  const lines = group.looked
    .map((looked) => lookupCoverageText(looked, group.hits))
    .filter((line) => line !== undefined);
  if (lines.length === 0) return null;
  return <p className="px-2.5 pb-1 ps-9 text-fine text-ink-muted wrap-anywhere">{lines.join(" ")}</p>;
}

/** The lines to choose from, in groups. A group that belongs to an environment shows the environment's mark. */
export function ChoiceList({ id, groups, activeID, onPoint, onChoose }: ChoiceListProps) {
  return (
    <div id={id} role="listbox" aria-label={texts.choices} className="flex flex-col gap-1 p-1.5">
      {groups.map((group) => {
        const headID = `${id}-${group.id.replace(/\s+/g, "-")}`;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a list box must not contain a fieldset
          <div
            key={group.id}
            role="group"
            aria-labelledby={headID}
            aria-busy={group.searching}
            className="not-first:border-line not-first:border-t not-first:pt-1"
          >
            <GroupHead group={group} headID={headID} />
            <div className={classNames("transition-opacity duration-100", group.searching && "opacity-50")}>
              {group.choices.map((choice) => (
                <Option
                  key={choice.id}
                  choice={choice}
                  listID={id}
                  activeID={activeID}
                  onPoint={onPoint}
                  onChoose={onChoose}
                />
              ))}
              <Looked group={group} />
            </div>
          </div>
        );
      })}
    </div>
  );
}

/**
 * The text for screen readers. While a search runs, it says only this. After all searches, it contains the number of
 * results in each environment, and the coverage.
 */
export function resultAnnouncement(groups: readonly ChoiceGroup[]): string {
  const lookups = groups.filter(({ kind }) => kind === "lookup");
  if (lookups.some(({ searching, goingOn }) => searching || goingOn)) return texts.searching;
  return lookups
    .map((group) => {
      const { environment, hits, looked, choices } = group;
      const isFailed = hasFailed(group);
      const isFromRecord = !isFailed && choices.some((choice) => choice.kind === "retry");
      const lines = [
        isFromRecord ? texts.recordOnly : undefined,
        ...looked.map((place) => lookupCoverageText(place, hits)),
      ].filter((line) => line !== undefined);
      const name = environment ? environmentNames[environment] : "";
      return [`${name}: ${isFailed ? texts.failed : foundText(hits, looked)}.`, ...lines].join(" ");
    })
    .join(" ");
}
