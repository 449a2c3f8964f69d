"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { BriefcaseBusiness, Check, ChevronDown } from "#components/ui/icon/icons.tsx";
import { useShortcut } from "#components/ui/keyboard/use-shortcut.ts";
import { asCommand } from "#components/ui/page-commands.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useCopying } from "#components/ui/record/copy-button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useSession } from "#components/ui/session.tsx";
import { storedItem } from "#lib/browser-storage/stored-items.ts";
import { type CaseFormat, caseFormats } from "#lib/case-summary/case-formats.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { notesQueryOptions } from "#lib/query/customers/notes.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { caseSummaryButtonTexts as texts } from "./texts.ts";

/** Loads the code after the page, so that the page itself stays small. */
const loadText = () => import("./case-facts.ts").then((module) => module.caseText);

/** The format that the person chose last in this browser. */
function useCaseFormat(): [CaseFormat, (format: CaseFormat) => void] {
  const { staffID } = useSession().staff;
  const [format, setFormat] = useState<CaseFormat>("text");
  useEffect(() => {
    const stored = storedItem("ticket-format", staffID).read();
    setFormat(caseFormats.find((one) => one === stored) ?? "text");
  }, [staffID]);
  const choose = (chosen: CaseFormat) => {
    setFormat(chosen);
    storedItem("ticket-format", staffID).write(chosen);
  };
  return [format, choose];
}

const optionsID = "customer-ticket-options";

interface CaseSummaryButtonProps {
  environment: Environment;
  customerID: string;
}

/** Copies a case summary for a ticket. The key `c` does the same. A second button opens the options. */
export function CaseSummaryButton({ environment, customerID }: CaseSummaryButtonProps) {
  const client = useQueryClient();
  const { preferences } = usePreferences();
  const { data: notes } = useQuery({ ...notesQueryOptions(environment, customerID), ...keepPageData });
  const [format, setFormat] = useCaseFormat();
  const [withNote, setWithNote] = useState(false);
  const { button, copied, copy, byHand } = useCopying(texts.label);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    // Loads the code in advance, because the browser allows copying only right after a press.
    loadText().catch(() => {});
  }, []);
  const copySummary = useCallback(() => {
    loadText().then(
      (caseText) => copy(caseText(client, environment, customerID, { format, withNote })),
      () => setFailed(true),
    );
  }, [copy, client, environment, customerID, withNote, format]);
  const shortcuts = preferences.shortcuts !== "off";
  useShortcut("c", true, copySummary, texts.shortcut);
  const Icon = copied ? Check : BriefcaseBusiness;
  return (
    <span className="flex">
      <Button
        ref={button}
        onClick={copySummary}
        title={texts.hint}
        {...asCommand(texts.shortcut)}
        aria-keyshortcuts={shortcuts ? "c" : undefined}
        className="rounded-e-none"
      >
        <Icon aria-hidden className={copied ? "size-4 text-positive" : "size-4"} />
        {texts.button}
        {shortcuts && (
          <kbd
            aria-hidden
            className="grid h-4 min-w-4 place-items-center rounded-small border border-line font-sans text-ink-muted text-label max-md:hidden"
          >
            c
          </kbd>
        )}
      </Button>
      <Button
        popoverTarget={optionsID}
        aria-label={texts.options}
        title={texts.options}
        className="w-8 rounded-s-none border-s-0 px-0"
      >
        <ChevronDown aria-hidden className="size-4" />
      </Button>
      <LazyPopover
        id={optionsID}
        align="end"
        className="w-72 max-w-[calc(100vw-1rem)] p-3"
        aria-label={texts.options}
        role="group"
      >
        <div className="flex flex-col items-start gap-3">
          <Segmented
            legend={texts.format}
            value={format}
            options={caseFormats.map((value) => ({ value, label: texts.formats[value] }))}
            onChange={setFormat}
          />
          {notes?.pinnedNote && (
            <label className="flex items-center gap-2 text-table">
              <input type="checkbox" checked={withNote} onChange={({ target }) => setWithNote(target.checked)} />
              {texts.withNote}
            </label>
          )}
          <Button
            variant="primary"
            onClick={() => {
              closePopover(optionsID);
              copySummary();
            }}
          >
            {texts.copy}
          </Button>
        </div>
      </LazyPopover>
      {byHand}
      {isFailed && (
        <span role="alert" className="text-negative text-table">
          {texts.notLoaded}
        </span>
      )}
    </span>
  );
}
