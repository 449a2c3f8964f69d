"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { ContractValueField } from "#components/forms/contract-value-field.tsx";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { requestTime } from "#components/forms/time/entered-time.ts";
import { useWriteReference } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { pages } from "#lib/paths.ts";
import { contractValuesQueryOptions } from "#lib/query/customers/contract-values.ts";
import { startBulk } from "#lib/query/operations/bulk.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { PlanReview } from "../plan/plan-review.tsx";
import { rightNow, type When } from "../plan/when.ts";
import { WhenFields, whenFieldIDs } from "../plan/when-fields.tsx";
import { checkWhen, timesOf } from "../plan/when-times.ts";
import { formTexts, type Member, memberTitles } from "../texts.ts";
import { manyTexts as texts } from "./many-texts.ts";

interface PlanManyProps {
  environment: Environment;
  /** The selected customers, or the view whose customers are read when the form is sent. */
  target: { customerIDs: readonly string[] } | { view: { viewID: string; name: string } };
  onClose: () => void;
}

/**
 * Plans the same change for each of the selected customers, or for each customer of a view. Starts a bulk change with a
 * start time, and opens its page, where the person reviews every customer. A temporary change also has an end.
 */
export function PlanMany({ environment, target, onClose }: PlanManyProps) {
  const customerIDs = "view" in target ? [] : target.customerIDs;
  const viewName = "view" in target ? target.view.name : undefined;
  const router = useRouter();
  const client = useQueryClient();
  const [formID, fieldID] = [useId(), useId()];
  const [pathname, searchParams] = [usePathname(), useSearchParams()];
  const zone = useTimeZone();
  const { data: values } = useQuery(contractValuesQueryOptions(environment));
  const [member, setMember] = useState<Member>("plan");
  const [value, setValue] = useState("");
  const [when, setWhen] = useState<When>({
    ...rightNow,
    kind: "at",
    at: { text: "", zone },
    until: { text: "", zone },
  });
  const [attempt, setAttempt] = useState(0);
  const begin = useMutation({
    mutationFn: (body: Parameters<typeof startBulk>[1]) => startBulk(environment, body),
    onSuccess: ({ bulkID }) => {
      void client.invalidateQueries({ queryKey: [environment, "bulks"] });
      router.push(pages.bulk(environment, bulkID));
    },
  });
  const problem = begin.error && shownProblem(begin.error);
  const reference = useWriteReference("bulk-changes", { errors: problem?.errors });
  const change: BulkChange = member === "plan" ? { plan: value.trim() } : { term: value.trim() };
  const missing = attempt > 0 && value.trim() === "" ? texts.missing[member] : undefined;
  const ids = whenFieldIDs(formID);
  const wrong = attempt > 0 ? checkWhen(when, consoleNowMs()) : {};
  // Shows the server's messages too, because only the server knows the latest allowed time and the longest allowed
  // duration.
  const refusedTime = (field: "at" | "until") => problem?.errors.find((error) => error.field === field)?.message;
  const [at, until] = [wrong.at ?? refusedTime("at"), wrong.until ?? refusedTime("until")];
  const errors: FormError[] = [
    ...(missing === undefined ? [] : [{ inputID: fieldID, message: missing }]),
    ...(at === undefined ? [] : [{ inputID: ids.at, message: at }]),
    ...(until === undefined ? [] : [{ inputID: ids.until, message: until }]),
    ...reference.listed,
  ];
  const isTooMany = customerIDs.length > maxOpenPlannedOfPerson;
  const isBusy = begin.isPending || begin.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const times = timesOf(when);
    setAttempt(attempt + 1);
    const { at, until } = checkWhen(when, consoleNowMs());
    if (reference.check().length > 0 || value.trim() === "" || at || until || !times) return;
    begin.mutate({
      change,
      source:
        "view" in target
          ? { kind: "view", viewID: target.view.viewID }
          : { kind: "ids", customerIDs: [...customerIDs] },
      at: requestTime(times.at),
      ...(times.until && { until: requestTime(times.until) }),
      ...(reference.value && { console: reference.value }),
    });
  };
  const query = searchParams.toString();
  return (
    <Dialog
      title={viewName === undefined ? texts.title(customerIDs.length) : texts.titleOfView(viewName)}
      detail={<EnvironmentBadge environment={environment} />}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          {!isTooMany && (
            <Button variant="primary" type="submit" form={formID} aria-disabled={isBusy}>
              {isBusy ? texts.checking : viewName === undefined ? texts.check(customerIDs.length) : texts.checkView}
            </Button>
          )}
        </>
      }
    >
      {isTooMany ? (
        <p>{texts.tooMany(maxOpenPlannedOfPerson)}</p>
      ) : (
        <form id={formID} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <SendingHeld environment={environment} act="plan" />
          <ErrorSummary title={texts.summary} errors={errors} attempt={attempt} />
          {problem && errors.length === 0 && (
            <ProblemPanel
              form="notice"
              problem={problem}
              onRetry={() => begin.variables && begin.mutate(begin.variables)}
              retrying={begin.isPending}
              signInHref={pages.signIn(query === "" ? pathname : `${pathname}?${query}`)}
            />
          )}
          {viewName !== undefined && <p>{texts.ofView}</p>}
          <p className="text-ink-muted">{texts.explained}</p>
          <Segmented
            legend={formTexts.what}
            value={member}
            options={(["plan", "term"] as const).map((one) => ({ value: one, label: memberTitles[one] }))}
            onChange={(next) => {
              setMember(next);
              setValue("");
            }}
          />
          <ContractValueField
            key={member}
            id={fieldID}
            member={member}
            legend={formTexts.newValue(member)}
            offered={(member === "plan" ? values?.plans : values?.terms) ?? []}
            value={value}
            onValue={setValue}
            errors={missing === undefined ? [] : [missing]}
          />
          <WhenFields
            formID={formID}
            when={when}
            errors={{ ...(at !== undefined && { at }), ...(until !== undefined && { until }) }}
            onWhen={setWhen}
            kinds={["at", "while"]}
          />
          {value.trim() !== "" && (
            <PlanReview graceMinutes={values?.plannedGraceMinutes} when={when} change={change} second={undefined} />
          )}
          <WriteReferenceFields form={reference} />
          <p className="text-ink-muted">{texts.nothingPlanned}</p>
        </form>
      )}
    </Dialog>
  );
}
