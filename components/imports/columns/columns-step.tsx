"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { CirclePlay } from "#components/ui/icon/icons.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import type { Import, ImportColumns } from "#lib/contract/operations/imports.ts";
import { pages } from "#lib/paths.ts";
import { importColumnsQueryOptions, importKey, stepImport } from "#lib/query/operations/imports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { ColumnFields, ValueFields } from "./column-fields.tsx";
import { columnsTexts as texts } from "./columns-texts.ts";
import { FilePreview, ReadingOptions } from "./file-preview.tsx";
import { useMapping } from "./use-mapping.ts";

interface ColumnsStepProps {
  found: Import;
  onDone: () => void;
}

function ColumnsForm({ found, proposed, onDone }: ColumnsStepProps & { proposed: ImportColumns }) {
  const client = useQueryClient();
  const formID = useId();
  const idOf = (input: string) => `${formID}-${input.replaceAll(/\W/g, "-")}`;
  const form = useMapping(proposed, found, idOf);
  const [attempt, setAttempt] = useState(0);
  const { environment, importID } = found;
  const submit = useMutation({
    mutationFn: async () => {
      await stepImport(environment, importID, "map", { ...form.mapping(), saveAs: form.saveAs });
      return stepImport(environment, importID, "check");
    },
    onSuccess: () => {
      form.sent();
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: importKey(environment, importID) }),
  });
  const problem = submit.error ? shownProblem(submit.error) : undefined;
  const errors = attempt === 0 ? [] : form.errors;
  const press = (event: FormEvent) => {
    event.preventDefault();
    if (submit.isPending) return;
    setAttempt((before) => before + 1);
    if (form.errors.length === 0) submit.mutate();
  };
  const fields = { proposed, form, idOf, errors };
  const unusedID = idOf("unused");
  const unusedError = errors.find(({ inputID }) => inputID === unusedID)?.message;
  return (
    <form noValidate onSubmit={press} className="flex max-w-3xl flex-col gap-4 p-4">
      <ErrorSummary title={texts.errors} errors={errors} attempt={attempt} />
      {problem && (
        <ProblemPanel
          form="notice"
          problem={problem}
          onRetry={() => submit.mutate()}
          retrying={submit.isPending}
          signInHref={pages.signIn(pages.import(environment, importID))}
        />
      )}
      <SendingHeld environment={environment} act="check" />
      <p className="text-ink-muted">{texts.intro}</p>
      {proposed.savedAs !== undefined && <p>{texts.saved(proposed.savedAs)}</p>}
      <ColumnFields {...fields} />
      {form.unused.length > 0 && (
        <div>
          <label htmlFor={unusedID} className="flex min-h-6 items-start gap-2">
            <input
              id={unusedID}
              type="checkbox"
              className="mt-0.5 size-4"
              checked={form.choices.confirmsUnused}
              aria-invalid={unusedError !== undefined}
              aria-describedby={unusedError === undefined ? undefined : `${unusedID}-error`}
              onChange={({ target }) => form.setConfirmsUnused(target.checked)}
            />
            <span>
              {texts.confirmUnused}{" "}
              <span className="text-fine text-ink-muted wrap-anywhere">{texts.unused(form.unused.join(", "))}</span>
            </span>
          </label>
          {unusedError !== undefined && (
            <p id={`${unusedID}-error`} className="text-negative text-table">
              {unusedError}
            </p>
          )}
        </div>
      )}
      <ValueFields {...fields} />
      <div className="flex flex-col gap-2">
        <p className="font-medium">{texts.preview}</p>
        <FilePreview proposed={proposed} />
        <ReadingOptions found={found} />
      </div>
      <div className="max-w-md">
        <TextField
          id={idOf("save")}
          label={texts.saveAs}
          error={undefined}
          value={form.saveAs}
          maxLength={80}
          autoComplete="off"
          onChange={({ target }) => form.setSaveAs(target.value)}
        />
        <p className="mt-1 text-fine text-ink-muted">{texts.saveHint}</p>
      </div>
      <Button variant="primary" type="submit" aria-disabled={submit.isPending} className="w-fit">
        <CirclePlay aria-hidden className="size-4" />
        {submit.isPending ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}

/** Asks for the mapping of the file's columns, and starts the check of the rows. */
export function ColumnsStep({ found, onDone }: ColumnsStepProps) {
  const { data, error, isFetching, refetch } = useQuery(importColumnsQueryOptions(found.environment, found));
  return (
    <Panel title={texts.title}>
      {error ? (
        <ProblemPanel
          problem={shownProblem(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          signInHref={pages.signIn(pages.import(found.environment, found.importID))}
        />
      ) : data ? (
        // The key resets the choices when the file is read with other settings.
        <ColumnsForm key={`${found.encoding} ${found.delimiter}`} found={found} proposed={data} onDone={onDone} />
      ) : (
        <p role="status" className="px-4 py-6 text-ink-muted">
          {texts.loading}
        </p>
      )}
    </Panel>
  );
}
