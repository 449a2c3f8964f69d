import { type ComponentProps, useId, useMemo } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { type CsvEncoding, csvEncodings } from "#lib/contract/values/operations/csv-rules.ts";
import { guessEncoding, previewLines } from "#lib/csv-encoding.ts";
import { inputClass } from "../text-field.tsx";
import { csvEncodingNames, csvFileTexts as texts } from "./csv-file-texts.ts";

/** A file that a person has chosen, its bytes and the proposed encoding. */
export interface CsvFile {
  file: File;
  bytes: Uint8Array<ArrayBuffer>;
  proposed: CsvEncoding;
}

/** Reads the beginning of a file, up to `maxBytes`. Throws if the browser cannot read the file. */
export async function readCsvFile(file: File, maxBytes = file.size): Promise<CsvFile> {
  const bytes = new Uint8Array(await file.slice(0, maxBytes).arrayBuffer());
  return { file, bytes, proposed: guessEncoding(bytes) };
}

interface CsvFileFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  id: string;
  /** Undefined: the person has removed the file. */
  onFile: (file: File | undefined) => void;
}

/** Asks for a CSV file or a text file. */
export function CsvFileField({ id, onFile, ...props }: CsvFileFieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-table">
        {texts.file}
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ target }) => onFile(target.files?.[0])}
        className="w-full text-table file:me-3"
        {...props}
      />
    </div>
  );
}

interface EncodingSelectProps extends Omit<ComponentProps<"select">, "onChange"> {
  value: CsvEncoding;
  onEncoding: (encoding: CsvEncoding) => void;
}

export function EncodingSelect({ value, onEncoding, className, ...props }: EncodingSelectProps) {
  return (
    <select
      value={value}
      onChange={({ target }) => onEncoding(csvEncodings.find((one) => one === target.value) ?? value)}
      className={classNames(inputClass, className)}
      {...props}
    >
      {csvEncodings.map((one) => (
        <option key={one} value={one}>
          {csvEncodingNames[one]}
        </option>
      ))}
    </select>
  );
}

interface EncodingChoiceProps {
  chosen: CsvFile;
  encoding: CsvEncoding;
  onEncoding: (encoding: CsvEncoding) => void;
}

/**
 * A selector for the file's encoding. Shows some lines in this encoding, so that the person sees whether the encoding
 * is right.
 */
export function EncodingChoice({ chosen: { bytes, proposed }, encoding, onEncoding }: EncodingChoiceProps) {
  const id = useId();
  const lines = useMemo(() => previewLines(bytes, encoding), [bytes, encoding]);
  return (
    <div className="flex flex-col gap-3 rounded-base border border-line p-3">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-medium text-table">
          {texts.encoding}
        </label>
        <div className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
          <EncodingSelect id={id} value={encoding} onEncoding={onEncoding} aria-describedby={`${id}-note`} />
          <p id={`${id}-note`} className="text-fine text-ink-muted">
            {proposed === "utf-8" ? texts.proposed.utf8 : texts.proposed.other}
          </p>
        </div>
      </div>
      <div>
        <p id={`${id}-preview`} className="text-fine text-ink-muted">
          {texts.preview}
        </p>
        <ul
          aria-labelledby={`${id}-preview`}
          aria-live="polite"
          className="mt-1 rounded-base bg-sunken px-3 py-2 font-mono text-fine"
        >
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines can be equal, and only their order identifies them
            <li key={index} className="truncate">
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
