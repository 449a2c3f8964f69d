"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { SelectField } from "#components/forms/select-field.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import type { ReferenceMember, ReferenceOperation } from "#lib/contract/console/api-reference.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatBytes, formatCount } from "#lib/format/format-number.ts";
import { addressOf, type ParameterValues } from "./curl.ts";
import { tryTexts as texts } from "./texts.ts";

/** The largest response that is read, in bytes. A larger one is cut, so that the page stays fast. */
const maxBytes = 256 * 1024;

/** The largest text that is shown, in characters. */
const maxShown = 60_000;

interface Result {
  status: number;
  ms: number;
  bytes: number;
  headers: readonly (readonly [name: string, value: string])[];
  text: string;
  isCut: boolean;
}

/** Reads at most `maxBytes` of a body. */
async function readBody(response: Response): Promise<Pick<Result, "bytes" | "text" | "isCut">> {
  const reader = response.body?.getReader();
  if (!reader) return { bytes: 0, text: "", isCut: false };
  const decoder = new TextDecoder();
  let [bytes, text] = [0, ""];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes, text: text + decoder.decode(), isCut: false };
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes < maxBytes) continue;
    await reader.cancel();
    return { bytes, text, isCut: true };
  }
}

/** JSON with line breaks. Other texts, and JSON that was cut, are unchanged. */
function withLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Sends a read with the person's own session. A refusal is a result too. */
async function read(address: string, signal: AbortSignal): Promise<Result> {
  const began = performance.now();
  const response = await fetch(address, { credentials: "same-origin", redirect: "error", signal });
  const { bytes, text, isCut } = await readBody(response);
  const ms = performance.now() - began;
  const shown = isCut ? text : withLines(text);
  return {
    status: response.status,
    ms,
    bytes,
    headers: [...response.headers],
    text: shown.slice(0, maxShown),
    isCut: isCut || shown.length > maxShown,
  };
}

interface FieldProps {
  member: ReferenceMember;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Field({ member: { name, words, type, isRequired }, value, error, onChange }: FieldProps) {
  const id = useId();
  const isList = type.endsWith("[]");
  if (words && !isList) {
    return (
      <SelectField id={id} label={name} value={value} onValue={onChange}>
        {!isRequired && <option value="">{texts.any}</option>}
        {words.map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </SelectField>
    );
  }
  return (
    <TextField
      id={id}
      label={name}
      error={error}
      value={value}
      required={isRequired}
      autoComplete="off"
      spellCheck={false}
      title={isList ? texts.several : undefined}
      inputMode={type === "integer" || type === "number" ? "numeric" : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The response as plain text. Its length is limited. */
function Shown({ result }: { result: Result }) {
  const locale = useNumberLocale();
  const { status, ms, bytes, headers, text, isCut } = result;
  return (
    <div className="mt-3 flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <p role="status" className="font-medium text-table">
          {texts.result(status, texts.ms(formatCount(Math.round(ms), locale)), formatBytes(bytes, locale))}
        </p>
        {text !== "" && <CopyButton text={text} label={texts.copyBody} />}
      </div>
      <details>
        <summary className="cursor-pointer text-accent text-fine">{texts.headers}</summary>
        <dl className="font-mono text-fine">
          {headers.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isCut && <p className="text-fine text-ink-muted">{texts.cut(formatBytes(text.length, locale))}</p>}
      {text === "" ? (
        <p className="text-ink-muted text-table">{texts.noBody}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this element
          tabIndex={0}
          dir="ltr"
          className="max-h-96 overflow-auto rounded-base bg-sunken px-3 py-2 text-fine whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      )}
    </div>
  );
}

interface TryReadProps {
  operation: ReferenceOperation;
  environment: Environment;
  values: ParameterValues;
  onChange: (values: ParameterValues) => void;
}

/** Sends a read from the page, with the person's own session, and shows the response. */
export function TryRead({ operation, environment, values, onChange }: TryReadProps) {
  const titleID = useId();
  const [state, setState] = useState<"idle" | "sending" | "failed" | Result>("idle");
  const [isChecked, setChecked] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { path, parameters } = operation;
  const hasEnvironment = path.includes("{environment}");
  const fields = parameters.filter(({ in: place, member }) => place !== "header" && member.name !== "environment");
  const isMissing = ({ name, isRequired, words }: ReferenceMember) =>
    isRequired && words === undefined && (values[name] ?? "") === "";
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fields.some(({ member }) => isMissing(member))) return;
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    setState("sending");
    try {
      setState(await read(addressOf(operation, environment, values), controller.signal));
    } catch {
      if (!controller.signal.aborted) setState("failed");
    }
  };
  return (
    <section aria-labelledby={titleID}>
      <h3 id={titleID} className="font-semibold text-table">
        {texts.title}
      </h3>
      <p className="mb-2 text-ink-muted text-table">
        {hasEnvironment ? texts.note(environmentNames[environment]) : texts.noteAll}
      </p>
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-3">
        {fields.length > 0 && (
          <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
            {fields.map(({ in: place, member }) => (
              <Field
                key={`${place} ${member.name}`}
                member={member}
                value={values[member.name] ?? ""}
                error={isChecked && isMissing(member) ? texts.required : undefined}
                onChange={(value) => onChange({ ...values, [member.name]: value })}
              />
            ))}
          </div>
        )}
        <div>
          <Button type="submit" aria-disabled={state === "sending"}>
            {state === "sending" ? texts.sending : texts.send}
          </Button>
        </div>
      </form>
      {state === "failed" && (
        <p role="alert" className="mt-2 text-negative text-table">
          {texts.failed}
        </p>
      )}
      {typeof state === "object" && <Shown result={state} />}
    </section>
  );
}
