"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { EncodingSelect } from "#components/forms/csv-file/csv-file.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { delimiterNames } from "#components/imports/texts.ts";
import { Button } from "#components/ui/button.tsx";
import type { Import, ImportColumns } from "#lib/contract/operations/imports.ts";
import { csvDelimiters } from "#lib/contract/values/operations/csv-rules.ts";
import { importKey, stepImport } from "#lib/query/operations/imports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { columnsTexts as texts } from "./columns-texts.ts";

/** A preview of the first rows of a file. */
export function FilePreview({ proposed }: { proposed: ImportColumns }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a wide table
    <section aria-label={texts.preview} tabIndex={0} className="overflow-x-auto rounded-base border border-line">
      <table className="w-full text-fine">
        <caption className="sr-only">{texts.preview}</caption>
        <thead>
          <tr>
            {proposed.columns.map(({ name }) => (
              <th key={name} scope="col" className="whitespace-nowrap bg-sunken px-2 py-1 text-start font-medium">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {proposed.rows.map(({ line, cells }) => (
            <tr key={line}>
              {cells.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: only the column's index identifies a cell
                  key={index}
                  className="max-w-72 truncate whitespace-nowrap border-line border-t px-2 py-1"
                >
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The encoding and the delimiter with which the file is read. */
export function ReadingOptions({ found }: { found: Import }) {
  const client = useQueryClient();
  const [encodingID, delimiterID] = [useId(), useId()];
  const { environment, importID } = found;
  const [encoding, setEncoding] = useState(found.encoding);
  const [delimiter, setDelimiter] = useState(found.delimiter);
  const read = useMutation({
    mutationFn: () => stepImport(environment, importID, "map", { encoding, delimiter }),
    onSuccess: () => client.invalidateQueries({ queryKey: importKey(environment, importID) }),
  });
  const problem = read.error ? shownProblem(read.error) : undefined;
  return (
    <details className="rounded-base border border-line px-3 py-2">
      <summary className="min-h-6 text-ink-muted text-table">{texts.reading}</summary>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <div className="flex flex-col gap-1">
          <label htmlFor={encodingID} className="text-table">
            {texts.encoding}
          </label>
          <EncodingSelect id={encodingID} value={encoding} onEncoding={setEncoding} className="w-60" />
        </div>
        <div className="flex flex-col gap-1">
          <label htmlFor={delimiterID} className="text-table">
            {texts.delimiter}
          </label>
          <select
            id={delimiterID}
            value={delimiter}
            onChange={({ target }) => setDelimiter(csvDelimiters.find((one) => one === target.value) ?? delimiter)}
            className={`${inputClass} w-36`}
          >
            {csvDelimiters.map((one) => (
              <option key={one} value={one}>
                {delimiterNames[one]}
              </option>
            ))}
          </select>
        </div>
        <Button aria-disabled={read.isPending} onClick={() => !read.isPending && read.mutate()}>
          {texts.readAgain}
        </Button>
      </div>
      {problem && (
        <p role="alert" className="mt-2 text-negative text-table wrap-anywhere">
          {problem.detail}
        </p>
      )}
    </details>
  );
}
