"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { ContractValueField } from "#components/forms/contract-value-field.tsx";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { type GivenReference, useWriteReference } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { ZonedTime } from "#components/ui/time/zoned-time.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Bulk, BulkChange, BulkSource } from "#lib/contract/operations/bulk.ts";
import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { contractValuesQueryOptions } from "#lib/query/customers/contract-values.ts";
import { startBulk } from "#lib/query/operations/bulk.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { startTexts as texts } from "./start-texts.ts";

interface StartBulkProps {
  environment: Environment;
  source: BulkSource;
  /** The number of customers, as far as the page knows it. The server determines the exact selection later. */
  size?: number;
  /** The name of the view whose customers are changed. */
  viewName?: string;
  /** If set, the changes are planned for this time. */
  times?: Pick<Bulk, "at" | "until"> | undefined;
  /** The values of an earlier bulk change that is repeated. */
  initial?: Pick<Bulk, "change" | "note" | "ticket" | "at">;
  onClose: () => void;
}

/** Asks for the change, starts the check of the selected customers, and opens the page of the bulk change. */
export function StartBulk({ environment, source, size = 0, viewName, times, initial, onClose }: StartBulkProps) {
  const router = useRouter();
  const client = useQueryClient();
  const locale = useNumberLocale();
  const [pathname, searchParams] = [usePathname(), useSearchParams()];
  const [formID, fieldID] = [useId(), useId()];
  const { data: values } = useQuery(contractValuesQueryOptions(environment));
  const [choice, setChoice] = useState({
    member: initial?.change ? changedMember(initial.change) : "plan",
    value: initial?.change ? changedValue(initial.change) : "",
  });
  const [given, setGiven] = useState<GivenReference>({ ticket: initial?.ticket, reason: initial?.note });
  const [attempt, setAttempt] = useState(0);
  const value = choice.value.trim();
  // True if the repeated bulk change has no common value. In that case, each customer's own value is reused.
  const isOwn = initial !== undefined && initial.change === undefined;
  const error = !isOwn && attempt > 0 && value === "" ? texts[`${choice.member}Missing`] : undefined;
  const begin = useMutation({
    mutationFn: (change: BulkChange | undefined) => {
      return startBulk(environment, {
        ...(change && { change }),
        source,
        ...(times?.at && { at: times.at.at, ...(times.until && { until: times.until.at }) }),
        ...(reference.value && { console: reference.value }),
      });
    },
    onSuccess: ({ bulkID }) => {
      void client.invalidateQueries({ queryKey: [environment, "bulks"] });
      router.push(pages.bulk(environment, bulkID));
    },
  });
  const problem = begin.error && shownProblem(begin.error);
  const reference = useWriteReference("bulk-changes", {
    kept: { given, onChange: setGiven },
    errors: problem?.errors,
  });
  const errors: FormError[] = [
    ...(error === undefined ? [] : [{ inputID: fieldID, message: error }]),
    ...reference.listed,
  ];
  const isBusy = begin.isPending || begin.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAttempt((before) => before + 1);
    if (reference.check().length > 0) return;
    if (isOwn) begin.mutate(undefined);
    else if (value !== "") begin.mutate(choice.member === "plan" ? { plan: value } : { term: value });
  };
  const customers = viewName === undefined ? formatPlural(size, customerForms, locale) : texts.allOfView(viewName);
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
            {isBusy ? texts.checking : viewName === undefined ? texts.check(customers) : texts.checkView}
          </Button>
        </>
      }
    >
      <form id={formID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <SendingHeld environment={environment} />
        <ErrorSummary title={texts.errors} errors={errors} attempt={attempt} />
        {problem && reference.listed.length === 0 && (
          <ProblemPanel
            form="notice"
            problem={problem}
            onRetry={() => begin.mutate(begin.variables)}
            retrying={begin.isPending}
            signInHref={pages.signIn(query === "" ? pathname : `${pathname}?${query}`)}
          />
        )}
        {source.kind === "matching" && <p>{texts.frozen}</p>}
        {source.kind === "view" && <p>{texts.ofView}</p>}
        {times?.at && (
          <p>
            {texts.plannedFor} <ZonedTime {...times.at} />
          </p>
        )}
        {source.kind === "again" && <p>{isOwn ? texts.againOwn : initial?.at ? texts.againPlanned : texts.again}</p>}
        {!isOwn && (
          <>
            <div>
              <Segmented
                legend={texts.what}
                value={choice.member}
                options={[
                  { value: "plan", label: texts.plan },
                  { value: "term", label: texts.term },
                ]}
                onChange={(member) => setChoice({ member, value: "" })}
              />
              <p className="mt-1 text-fine text-ink-muted">{texts.oneOfBoth}</p>
            </div>
            <ContractValueField
              key={choice.member}
              id={fieldID}
              member={choice.member}
              legend={choice.member === "plan" ? texts.newPlan : texts.newTerm}
              offered={(choice.member === "plan" ? values?.plans : values?.terms) ?? []}
              value={choice.value}
              onValue={(next) => setChoice({ ...choice, value: next })}
              errors={[error ?? []].flat()}
            />
          </>
        )}
        <WriteReferenceFields form={reference} />
        <p className="text-ink-muted">{texts.nothingSent}</p>
      </form>
    </Dialog>
  );
}
