"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useMemo, useState } from "react";
import { type CsvFile, CsvFileField, EncodingChoice, readCsvFile } from "#components/forms/csv-file/csv-file.tsx";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { useWriteReference } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { maxBulkRows } from "#lib/contract/values/operations/bulk-states.ts";
import type { CsvEncoding } from "#lib/contract/values/operations/csv-rules.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { viewsQueryOptions } from "#lib/query/customers/views.ts";
import { hasOwnValues, type ReadIDs, readIDs } from "./read-ids.ts";
import { StartBulk } from "./start-bulk.tsx";
import { idForms, lineForms, ownTexts, startTexts, csvTexts as texts } from "./start-texts.ts";
import { useOwnValues } from "./use-own-values.ts";

const maxLinesShown = 20;

/**
 * The result of reading the list, shown before anything is sent. `isOwn` is true if each customer gets its own value
 * from the list. In that case, the later check refuses a list that contains a customer twice.
 */
export function FoundIDs({ read, isOwn }: { read: ReadIDs; isOwn: boolean }) {
  const locale = useNumberLocale();
  const { customerIDs, column, duplicates, notUnderstood } = read;
  const hidden = notUnderstood.length - maxLinesShown;
  return (
    <div className="flex flex-col gap-1 rounded-base bg-sunken px-3 py-2 text-table">
      <p role="status" className="font-medium">
        {texts.found(formatPlural(customerIDs.length, idForms, locale), column)}
      </p>
      {duplicates > 0 && (
        <p className={isOwn ? "text-caution" : ""}>
          {(isOwn ? texts.repeated : texts.duplicates)(formatCount(duplicates, locale))}
        </p>
      )}
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

interface OwnValuesProps {
  value: "own" | "same";
  onValue: (value: "own" | "same") => void;
}

/** Asks whether each customer gets its own value from the list. */
function OwnValues({ value, onValue }: OwnValuesProps) {
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        legend={ownTexts.what}
        value={value}
        options={[
          { value: "own", label: ownTexts.own },
          { value: "same", label: ownTexts.same },
        ]}
        onChange={onValue}
      />
      {value === "own" && <p className="text-fine text-ink-muted">{ownTexts.detail}</p>}
    </div>
  );
}

/**
 * Starts a bulk change from a list of IDs. The browser reads the list and shows the result. Then the person chooses the
 * change, or each customer gets its own value from the list.
 */
export function BulkFromCsv({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const locale = useNumberLocale();
  const [formID, fileID, textID, viewFieldID] = [useId(), useId(), useId(), useId()];
  const [pasted, setPasted] = useState("");
  const [unreadable, setUnreadable] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [chosenFile, setChosenFile] = useState<CsvFile>();
  const [values, setValues] = useState<"own" | "same">("own");
  const [chosenEncoding, setEncoding] = useState<CsvEncoding>();
  const own = useOwnValues(environment);
  const reference = useWriteReference("bulk-changes", { errors: own.problem?.errors });
  const [chosen, setChosen] = useState<string[]>();
  const views = useQuery(viewsQueryOptions).data?.views ?? [];
  const [viewID, setViewID] = useState("");
  const [chosenView, setChosenView] = useState<SavedView>();
  const selectedView = views.find((view) => view.viewID === viewID);
  const encoding = chosenEncoding ?? chosenFile?.proposed ?? "utf-8";
  // A file is always read with the encoding that is chosen now, so that the IDs that are shown are those that are sent.
  const text = useMemo(
    () => (chosenFile ? new TextDecoder(encoding).decode(chosenFile.bytes) : pasted),
    [chosenFile, encoding, pasted],
  );
  const read = useMemo(() => (text.trim() === "" ? undefined : readIDs(text)), [text]);
  const offersOwn = useMemo(() => hasOwnValues(text), [text]);
  if (chosenView) {
    const source = { kind: "view", viewID: chosenView.viewID } as const;
    return <StartBulk environment={environment} source={source} viewName={chosenView.name} onClose={onClose} />;
  }
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
  const isOwn = !selectedView && offersOwn && values === "own";
  // Asks for the encoding in two cases: each customer has its own value, or the IDs contain characters outside ASCII.
  const asksEncoding = chosenFile !== undefined && (isOwn || /\P{ASCII}/u.test(text));
  const isShown = attempt > 0 || unreadable;
  const errors: FormError[] = isShown && message !== undefined ? [{ inputID: textID, message }] : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (selectedView) return setChosenView(selectedView);
    setAttempt((before) => before + 1);
    if (message !== undefined || own.isBusy) return;
    if (isOwn && reference.check().length > 0) return;
    if (!isOwn) return setChosen(read?.customerIDs);
    const file = chosenFile?.file ?? new File([text], "");
    own.start({ file, fileName: file.name, encoding, ...reference.value });
  };
  const load = async (file: File | undefined) => {
    if (!file) return;
    try {
      setChosenFile(await readCsvFile(file));
      setEncoding(undefined);
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
          <Button variant="primary" type="submit" form={formID} aria-disabled={own.isBusy}>
            {isOwn ? (own.isBusy ? ownTexts.checking : ownTexts.check) : texts.next}
          </Button>
        </>
      }
    >
      <form id={formID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ErrorSummary title={texts.errors} errors={[...errors, ...(isOwn ? reference.listed : [])]} attempt={attempt} />
        {reference.listed.length === 0 && (
          <ErrorSummary title={ownTexts.failed} errors={own.errors} attempt={own.attempt} />
        )}
        {views.length > 0 && (
          <div className="flex flex-col gap-1">
            <label htmlFor={viewFieldID} className="font-medium text-table">
              {texts.view}
            </label>
            <select
              id={viewFieldID}
              value={viewID}
              onChange={({ target }) => setViewID(target.value)}
              className={inputClass}
            >
              <option value="">{texts.noView}</option>
              {views.map((view) => (
                <option key={view.viewID} value={view.viewID}>
                  {view.name}
                </option>
              ))}
            </select>
          </div>
        )}
        {selectedView ? (
          <p className="text-ink-muted">{startTexts.ofView}</p>
        ) : (
          <>
            <p className="text-ink-muted">{texts.intro}</p>
            <CsvFileField id={fileID} onFile={(file) => void load(file)} />
            <div className="flex flex-col gap-1">
              <label htmlFor={textID} className="font-medium text-table">
                {texts.paste}
              </label>
              <textarea
                {...firstFocusProps}
                id={textID}
                rows={6}
                spellCheck={false}
                value={text}
                placeholder={texts.pastePlaceholder}
                aria-invalid={errors.length > 0}
                aria-describedby={errors.length > 0 ? `${textID}-error` : undefined}
                onChange={(event) => {
                  setPasted(event.target.value);
                  setChosenFile(undefined);
                  setEncoding(undefined);
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
            {read && count > 0 && <FoundIDs read={read} isOwn={isOwn} />}
            {offersOwn && <OwnValues value={values} onValue={setValues} />}
            {asksEncoding && <EncodingChoice chosen={chosenFile} encoding={encoding} onEncoding={setEncoding} />}
            {isOwn && <WriteReferenceFields form={reference} />}
          </>
        )}
      </form>
    </Dialog>
  );
}
