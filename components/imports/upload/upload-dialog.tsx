"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useMemo, useState } from "react";
import { csvEncodingNames } from "#components/forms/csv-encoding-texts.ts";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { useWriteReference } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { type CsvEncoding, csvEncodings, maxCsvBytes } from "#lib/contract/values/operations/csv-rules.ts";
import { guessEncoding, previewLines } from "#lib/csv-encoding.ts";
import { pages } from "#lib/paths.ts";
import { uploadImport } from "#lib/query/operations/imports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { uploadTexts as texts } from "./upload-texts.ts";

/** The chosen file, its bytes and the proposed encoding. */
interface Chosen {
  file: File;
  bytes: Uint8Array<ArrayBuffer>;
  proposed: CsvEncoding;
}

interface EncodingChoiceProps {
  id: string;
  chosen: Chosen;
  encoding: CsvEncoding;
  onEncoding: (encoding: CsvEncoding) => void;
}

/**
 * A selector for the file's encoding. Shows some lines in this encoding, so that the person sees whether the encoding
 * is right.
 */
function EncodingChoice({ id, chosen: { bytes, proposed }, encoding, onEncoding }: EncodingChoiceProps) {
  const lines = useMemo(() => previewLines(bytes, encoding), [bytes, encoding]);
  return (
    <div className="flex flex-col gap-3 rounded-base border border-line p-3">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-medium text-table">
          {texts.encoding}
        </label>
        <div className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
          <select
            id={id}
            value={encoding}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => onEncoding(csvEncodings.find((one) => one === target.value) ?? encoding)}
            className={inputClass}
          >
            {csvEncodings.map((one) => (
              <option key={one} value={one}>
                {csvEncodingNames[one]}
              </option>
            ))}
          </select>
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

/** Asks for a file, uploads it, and opens the import's page. */
export function UploadDialog({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const router = useRouter();
  const client = useQueryClient();
  const [formID, fileID, encodingID] = [useId(), useId(), useId()];
  const [chosen, setChosen] = useState<Chosen>();
  const [encoding, setEncoding] = useState<CsvEncoding>();
  const [attempt, setAttempt] = useState(0);
  const upload = useMutation({
    mutationFn: ({ file, as }: { file: File; as: CsvEncoding }) =>
      uploadImport(environment, file, { fileName: file.name, encoding: as, ...reference.value }),
    onSuccess: ({ importID }) => {
      void client.invalidateQueries({ queryKey: [environment, "imports"] });
      router.push(pages.import(environment, importID));
    },
    onError: () => setAttempt((before) => before + 1),
  });
  const problem = upload.error ? shownProblem(upload.error) : undefined;
  const reference = useWriteReference("creations", { errors: problem?.errors });
  const earlierID = problem?.errors.find(({ field }) => field === "importID")?.message;
  const isBusy = upload.isPending || upload.isSuccess;

  const load = async (file: File | undefined) => {
    upload.reset();
    setEncoding(undefined);
    if (!file) return setChosen(undefined);
    const bytes = new Uint8Array(await file.slice(0, maxCsvBytes).arrayBuffer());
    setChosen({ file, bytes, proposed: guessEncoding(bytes) });
  };
  const isTooLarge = chosen !== undefined && chosen.file.size > maxCsvBytes;
  const own: FormError[] = [
    ...(chosen ? [] : [{ inputID: fileID, message: texts.missing }]),
    ...(isTooLarge ? [{ inputID: fileID, message: texts.tooLarge }] : []),
  ];
  const ofServer: FormError[] =
    problem && reference.listed.length === 0 ? [{ inputID: fileID, message: problem.detail }] : [...reference.listed];
  const errors = attempt === 0 ? [] : problem ? ofServer : own;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const isComplete = reference.check().length === 0 && own.length === 0;
    if (isComplete && chosen) upload.mutate({ file: chosen.file, as: encoding ?? chosen.proposed });
    else setAttempt((before) => before + 1);
  };
  return (
    <Dialog
      title={texts.title}
      detail={<EnvironmentBadge environment={environment} />}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form={formID} aria-disabled={isBusy}>
            {isBusy ? texts.submitting : texts.submit}
          </Button>
        </>
      }
    >
      <form id={formID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <SendingHeld environment={environment} act="upload" />
        <ErrorSummary title={texts.errors} errors={errors} attempt={attempt}>
          {earlierID !== undefined && (
            <Link href={pages.import(environment, earlierID)} className="text-accent underline">
              {texts.earlier}
            </Link>
          )}
        </ErrorSummary>
        <div className="text-ink-muted">
          <p>{texts.intro}</p>
          <p className="mt-1 text-fine">
            {texts.limits}{" "}
            <a href="/import-template.csv" download className="text-accent underline">
              {texts.template}
            </a>
          </p>
        </div>
        <div className="flex flex-col gap-1">
          <label htmlFor={fileID} className="font-medium text-table">
            {texts.file}
          </label>
          <input
            {...firstFocusProps}
            id={fileID}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            aria-invalid={errors.some(({ inputID }) => inputID === fileID)}
            onChange={({ target }) => void load(target.files?.[0])}
            className="w-full text-table file:me-3 file:h-8 file:rounded-base file:border file:border-line file:bg-surface file:px-3 file:text-ink file:text-table hover:file:border-line-strong"
          />
        </div>
        {chosen && !isTooLarge && (
          <EncodingChoice
            id={encodingID}
            chosen={chosen}
            encoding={encoding ?? chosen.proposed}
            onEncoding={setEncoding}
          />
        )}
        <WriteReferenceFields form={reference} />
      </form>
    </Dialog>
  );
}
