"use client";

import { type FormEvent, useId, useMemo, useState } from "react";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment-badge.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { maxBulkRows } from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { type ReadIDs, readIDs } from "./read-ids.ts";
import { StartBulk } from "./start-bulk.tsx";
import { lineForms, csvTexts as texts } from "./start-texts.ts";

const maxLinesShown = 20;

/** Spreadsheets save UTF-16 as "Unicode text", and say so in the first two bytes. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

/** What the list has shown, before anything is done with it. */
function Found({ read }: { read: ReadIDs }) {
  const locale = useNumberLocale();
  const { customerIDs, column, duplicates, notUnderstood } = read;
  const hidden = notUnderstood.length - maxLinesShown;
  return (
    <div className="flex flex-col gap-1 rounded-base bg-sunken px-3 py-2 text-table">
      <p role="status" className="font-medium">
        {texts.found(formatPlural(customerIDs.length, customerForms, locale), column)}
      </p>
      {duplicates > 0 && <p>{texts.duplicates(formatCount(duplicates, locale))}</p>}
      {notUnderstood.length > 0 && (
        <details open={notUnderstood.length <= 5}>
          <summary className="text-caution">
            {texts.notUnderstood(formatPlural(notUnderstood.length, lineForms, locale))}
          </summary>
          <ul className="mt-1 max-h-40 overflow-auto font-mono text-fine">
            {notUnderstood.slice(0, maxLinesShown).map(({ line, text }) => (
              <li key={line} className="wrap-anywhere">
                {texts.line} {formatCount(line, locale)}: <bdi>{text}</bdi>
              </li>
            ))}
            {hidden > 0 && <li>{texts.more(formatCount(hidden, locale))}</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

/** A list of IDs as the customers of a bulk change: read in the browser, shown, then the change is chosen. */
export function BulkFromCsv({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const locale = useNumberLocale();
  const [formID, fileID, textID] = [useId(), useId(), useId()];
  const [text, setText] = useState("");
  const [unreadable, setUnreadable] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [chosen, setChosen] = useState<string[]>();
  const read = useMemo(() => (text.trim() === "" ? undefined : readIDs(text)), [text]);
  if (chosen) {
    const source = { kind: "ids", customerIDs: chosen } as const;
    return <StartBulk environment={environment} source={source} size={chosen.length} onClose={onClose} />;
  }
  const count = read?.customerIDs.length ?? 0;
  const message = unreadable
    ? texts.unreadable
    : text.trim() === ""
      ? texts.missing
      : count === 0
        ? texts.none
        : count > maxBulkRows
          ? texts.tooMany(formatPlural(count, customerForms, locale), formatCount(maxBulkRows, locale))
          : undefined;
  const isShown = attempt > 0 || unreadable;
  const errors: FormError[] = isShown && message !== undefined ? [{ inputID: textID, message }] : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt((before) => before + 1);
    if (message === undefined) setChosen(read?.customerIDs);
  };
  const load = async (file: File | undefined) => {
    if (!file) return;
    try {
      setText(await textOf(file));
      setUnreadable(false);
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <Dialog
      title={texts.title}
      detail={<EnvironmentBadge environment={environment} />}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form={formID}>
            {texts.next}
          </Button>
        </>
      }
    >
      <form id={formID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ErrorSummary title={texts.errors} errors={errors} attempt={attempt} />
        <p className="text-ink-muted">{texts.intro}</p>
        <div className="flex flex-col gap-1">
          <label htmlFor={fileID} className="font-medium text-table">
            {texts.file}
          </label>
          <input
            id={fileID}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={(event) => void load(event.target.files?.[0])}
            className="w-full text-table file:me-3 file:h-8 file:rounded-base file:border file:border-line file:bg-surface file:px-3 file:text-ink file:text-table hover:file:border-line-strong"
          />
        </div>
        <div className="flex flex-col gap-1">
          <label htmlFor={textID} className="font-medium text-table">
            {texts.paste}
          </label>
          <textarea
            id={textID}
            rows={6}
            spellCheck={false}
            value={text}
            placeholder={texts.pastePlaceholder}
            aria-invalid={errors.length > 0}
            aria-describedby={errors.length > 0 ? `${textID}-error` : undefined}
            onChange={(event) => {
              setText(event.target.value);
              setUnreadable(false);
            }}
            className={`${inputClass} h-auto resize-y py-2 font-mono text-fine`}
          />
          {errors.length > 0 && (
            <p id={`${textID}-error`} className="text-negative text-table">
              {message}
            </p>
          )}
        </div>
        {read && count > 0 && <Found read={read} />}
      </form>
    </Dialog>
  );
}
