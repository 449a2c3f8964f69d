"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type SyntheticEvent, useId, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { useSession } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { mentionedIDs, mentionNames, storedMentions } from "#lib/contract/values/console/mentions.ts";
import { colleaguesQueryOptions } from "#lib/query/console/assignments.ts";
import { mentionTexts as texts } from "./mention-texts.ts";

const maxOffered = 6;

/** The text between `@` and the caret: the start of a name, which may contain one space. */
const typedMention = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/u;

type Field = HTMLTextAreaElement | HTMLInputElement;

interface MentionOptions {
  environment: Environment;
  value: string;
  onChange: (value: string) => void;
  /** People whom the stored text already mentions. They may no longer be colleagues. */
  known?: readonly { staffID: string; name: string }[];
}

/**
 * Lets a person mention colleagues in a field: after `@`, a list offers them. Spread `field` on the field and show
 * `list` below it. The field keeps the focus. `stored` returns the text for the server.
 */
export function useMentions({ environment, value, onChange, known = [] }: MentionOptions) {
  const listID = useId();
  const client = useQueryClient();
  const { staffID } = useSession().staff;
  const options = colleaguesQueryOptions(environment);
  const { data } = useQuery({ ...options, enabled: value.includes("@") });
  const colleagues = data?.colleagues ?? [];
  const [typed, setTyped] = useState<{ query: string; from: number; to: number }>();
  const [chosen, setChosen] = useState(0);
  const namesOf = (people: typeof colleagues) =>
    new Map([...mentionNames(people), ...known.map((one) => [one.staffID, one.name] as const)]);
  const names = namesOf(colleagues);
  const wanted = typed?.query.toLowerCase();
  const offered =
    wanted === undefined
      ? []
      : colleagues
          .filter(
            (one) => one.staffID !== staffID && ` ${names.get(one.staffID)?.toLowerCase()}`.includes(` ${wanted}`),
          )
          .slice(0, maxOffered);
  const optionID = (index: number) => `${listID}-${index}`;
  const isOpen = offered.length > 0;
  const notified = mentionedIDs(storedMentions(value, names)).filter(
    (one) => one !== staffID && !known.some((before) => before.staffID === one),
  );

  function readTyped({ currentTarget }: SyntheticEvent<Field>): void {
    const to = currentTarget.selectionStart ?? 0;
    const found = typedMention.exec(currentTarget.value.slice(0, to));
    const query = found?.[1];
    if (query === typed?.query) return;
    setTyped(query === undefined ? undefined : { query, from: to - query.length, to });
    setChosen(0);
  }

  function choose(index: number, field: Field | null): void {
    const one = offered[index];
    if (!one || !typed) return;
    const before = `${value.slice(0, typed.from)}${names.get(one.staffID)} `;
    onChange(before + value.slice(typed.to).replace(/^ /, ""));
    setTyped(undefined);
    // The field contains the new text only after the next rendering.
    requestAnimationFrame(() => field?.setSelectionRange(before.length, before.length));
  }

  /** Handles the keys of the open list. True if the field must not handle the key itself. */
  function onKeyDown(event: KeyboardEvent<Field>): boolean {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const { key, ctrlKey, metaKey } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : offered.length - 1;
      setChosen((chosen + step) % offered.length);
    } else if ((key === "Enter" && !ctrlKey && !metaKey) || key === "Tab") {
      choose(chosen, event.currentTarget);
    } else if (key === "Escape") {
      setTyped(undefined);
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const fieldID = `${listID}-field`;
  return {
    field: {
      "data-mentions": fieldID,
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? listID : undefined,
      "aria-activedescendant": isOpen ? optionID(chosen) : undefined,
      onSelect: readTyped,
      onBlur: () => setTyped(undefined),
    } as const,
    onKeyDown,
    list: (
      <>
        {isOpen && (
          <div
            id={listID}
            role="listbox"
            aria-label={texts.list}
            ref={(element) => {
              if (element) announce(texts.found(offered.length));
            }}
            className="rounded-base border border-line-strong bg-surface p-1 text-table shadow-float"
          >
            {offered.map((one, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
              <div
                key={one.staffID}
                id={optionID(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                className={classNames(
                  "min-h-7 cursor-pointer rounded-small px-2 py-1 wrap-anywhere",
                  index === chosen && "bg-sunken font-medium",
                )}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(index, document.querySelector<Field>(`[data-mentions="${fieldID}"]`))}
              >
                <bdi>{names.get(one.staffID)}</bdi>
              </div>
            ))}
          </div>
        )}
        {notified.length > 0 && (
          <p className="text-fine text-ink-muted wrap-anywhere">
            {texts.notified(notified.map((one) => names.get(one) ?? "").join(", "))}
          </p>
        )}
      </>
    ),
    /** The text for the server. Reads the colleagues first if they are not known yet. */
    async stored(): Promise<string> {
      if (!value.includes("@")) return value;
      const people = await client.ensureQueryData(options);
      return storedMentions(value, namesOf(people.colleagues));
    },
  };
}
