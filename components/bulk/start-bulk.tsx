"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment-badge.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { ProblemPanel } from "#components/ui/problem-panel.tsx";
import { type BulkChange, type BulkSource, changedMember, changedValue } from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { startBulk } from "#lib/query/bulk.ts";
import { shownProblem } from "#lib/shown-problem.ts";
import { ChangeChoice, type Choice } from "./change-choice.tsx";
import { startTexts as texts } from "./start-texts.ts";

interface StartBulkProps {
  environment: Environment;
  source: BulkSource;
  /** How many customers that is, as far as is known before they are frozen. */
  size: number;
  /** What is asked for again. */
  initial?: { change: BulkChange; note?: string | undefined };
  onClose: () => void;
}

/** Asks what to change for the selected customers, has them checked, and leads to the bulk change's page. */
export function StartBulk({ environment, source, size, initial, onClose }: StartBulkProps) {
  const router = useRouter();
  const client = useQueryClient();
  const locale = useNumberLocale();
  const [pathname, searchParams] = [usePathname(), useSearchParams()];
  const [formID, fieldID, noteID] = [useId(), useId(), useId()];
  const [choice, setChoice] = useState<Choice>({
    member: initial ? changedMember(initial.change) : "plan",
    value: initial ? changedValue(initial.change) : "",
    isTyped: false,
  });
  const [note, setNote] = useState(initial?.note ?? "");
  const [attempt, setAttempt] = useState(0);
  const value = choice.value.trim();
  const error = attempt > 0 && value === "" ? texts[`${choice.member}Missing`] : undefined;
  const errors: FormError[] = error === undefined ? [] : [{ inputID: fieldID, message: error }];
  const begin = useMutation({
    mutationFn: (change: BulkChange) => {
      return startBulk(environment, { change, source, ...(note.trim() === "" ? {} : { note: note.trim() }) });
    },
    onSuccess: ({ bulkID }) => {
      void client.invalidateQueries({ queryKey: [environment, "bulks"] });
      router.push(pages.bulk(environment, bulkID));
    },
  });
  const isBusy = begin.isPending || begin.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAttempt((before) => before + 1);
    if (value !== "") begin.mutate(choice.member === "plan" ? { plan: value } : { term: value });
  };
  const customers = formatPlural(size, customerForms, locale);
  const query = searchParams.toString();
  return (
    <Dialog
      title={texts.title(customers)}
      detail={<EnvironmentBadge environment={environment} />}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form={formID} aria-disabled={isBusy}>
            {isBusy ? texts.checking : texts.check(customers)}
          </Button>
        </>
      }
    >
      <form id={formID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ErrorSummary title={texts.errors} errors={errors} attempt={attempt} />
        {begin.error && (
          <ProblemPanel
            form="notice"
            problem={shownProblem(begin.error)}
            onRetry={() => begin.variables && begin.mutate(begin.variables)}
            retrying={begin.isPending}
            signInHref={pages.signIn(query === "" ? pathname : `${pathname}?${query}`)}
          />
        )}
        {source.kind === "matching" && <p>{texts.frozen}</p>}
        {source.kind === "again" && <p>{texts.again}</p>}
        <ChangeChoice environment={environment} choice={choice} onChoice={setChoice} fieldID={fieldID} error={error} />
        <div className="flex flex-col gap-1">
          <label htmlFor={noteID} className="font-medium text-table">
            {texts.note}
          </label>
          <input
            id={noteID}
            value={note}
            maxLength={500}
            aria-describedby={`${noteID}-hint`}
            onChange={(event) => setNote(event.target.value)}
            className={inputClass}
          />
          <p id={`${noteID}-hint`} className="text-fine text-ink-muted">
            {texts.noteHint}
          </p>
        </div>
        <p className="text-ink-muted">{texts.nothingSent}</p>
      </form>
    </Dialog>
  );
}
