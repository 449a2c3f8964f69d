"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { type CsvFile, CsvFileField, EncodingChoice, readCsvFile } from "#components/forms/csv-file/csv-file.tsx";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { useWriteReference } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { type CsvEncoding, maxCsvBytes } from "#lib/contract/values/operations/csv-rules.ts";
import { pages } from "#lib/paths.ts";
import { uploadImport } from "#lib/query/operations/imports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { uploadTexts as texts } from "./upload-texts.ts";

/** Asks for a file, uploads it, and opens the import's page. */
export function UploadDialog({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const router = useRouter();
  const client = useQueryClient();
  const [formID, fileID] = [useId(), useId()];
  const [chosen, setChosen] = useState<CsvFile>();
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
    setChosen(file && (await readCsvFile(file, maxCsvBytes)));
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
        <CsvFileField
          {...firstFocusProps}
          id={fileID}
          aria-invalid={errors.some(({ inputID }) => inputID === fileID)}
          onFile={(file) => void load(file)}
        />
        {chosen && !isTooLarge && (
          <EncodingChoice chosen={chosen} encoding={encoding ?? chosen.proposed} onEncoding={setEncoding} />
        )}
        <WriteReferenceFields form={reference} />
      </form>
    </Dialog>
  );
}
