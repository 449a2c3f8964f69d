"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useId, useState } from "react";
import { ContractValueField } from "#components/forms/contract-value-field.tsx";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { useWriteReference } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { pages } from "#lib/paths.ts";
import { contractValuesQueryOptions } from "#lib/query/customers/contract-values.ts";
import { PlanReview } from "../plan/plan-review.tsx";
import { rightNow, type When } from "../plan/when.ts";
import { WhenFields, whenFieldIDs } from "../plan/when-fields.tsx";
import { checkWhen, type WhenErrors } from "../plan/when-times.ts";
import { formTexts, type Member, memberTitles } from "../texts.ts";
import { type ManyRow, openRows, resultOf } from "./many-rows.ts";
import { manyTexts as texts } from "./many-texts.ts";
import { usePlanMany } from "./use-plan-many.ts";

function Rows({ rows, member, hasBegun }: { rows: readonly ManyRow[]; member: Member; hasBegun: boolean }) {
  return (
    <div className="max-h-72 overflow-auto rounded-base border border-line">
      <table className="w-full text-table">
        <caption className="sr-only">{texts.caption}</caption>
        <thead>
          <tr className="border-line border-b text-start text-ink-muted">
            {[texts.customer, texts.now, texts.result].map((title) => (
              <th key={title} scope="col" className="px-3 py-1.5 text-start font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.customerID} className="border-line not-first:border-t">
              <th scope="row" className="px-3 py-1.5 text-start font-medium wrap-anywhere">
                <bdi>{row.companyName || row.customerID}</bdi>
              </th>
              <td className="px-3 py-1.5">{row.contract && texts.value(member, row.contract[member])}</td>
              <td className="px-3 py-1.5 wrap-anywhere">{resultOf(row, hasBegun)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PlanManyProps {
  environment: Environment;
  customerIDs: readonly string[];
  onClose: () => void;
}

/** Plans the same change, permanent or temporary, for each of the selected customers: choose, review, schedule. */
export function PlanMany({ environment, customerIDs, onClose }: PlanManyProps) {
  const [formID, fieldID] = [useId(), useId()];
  const zone = useTimeZone();
  const { data: values } = useQuery(contractValuesQueryOptions(environment));
  const [member, setMember] = useState<Member>("plan");
  const [value, setValue] = useState("");
  const [when, setWhen] = useState<When>({ ...rightNow, kind: "at", at: { local: "", zone } });
  const [whenErrors, setWhenErrors] = useState<WhenErrors>({});
  const [attempt, setAttempt] = useState(0);
  const many = usePlanMany(environment, customerIDs);
  const { step, rows, done, problem } = many;
  const reference = useWriteReference("contract-changes", { errors: problem?.errors });
  const change: BulkChange = member === "plan" ? { plan: value.trim() } : { term: value.trim() };
  const open = openRows(rows);
  const sent = rows.filter(({ planned }) => planned).length;
  const all = sent + open.length + rows.filter(({ failed }) => failed !== undefined).length;
  const missing = attempt > 0 && value.trim() === "" ? texts.missing[member] : undefined;
  const ids = whenFieldIDs(formID);
  const errors: FormError[] = [
    ...(missing === undefined ? [] : [{ inputID: fieldID, message: missing }]),
    ...(whenErrors.at === undefined ? [] : [{ inputID: ids.at, message: whenErrors.at }]),
    ...(whenErrors.until === undefined ? [] : [{ inputID: ids.until, message: whenErrors.until }]),
    ...(problem && reference.listed.length === 0 ? [{ message: problem.detail }] : []),
  ];
  const isTooMany = customerIDs.length > maxOpenPlannedOfPerson;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = checkWhen(when, consoleNowMs());
    setWhenErrors(wrong);
    setAttempt(attempt + 1);
    if (value.trim() !== "" && !wrong.at && !wrong.until) void many.read({ change, when });
  };
  const schedule = () => {
    setAttempt(attempt + 1);
    if (reference.check().length === 0) void many.send({ change, when }, reference.value);
  };
  const close = () => {
    many.stop();
    onClose();
  };
  const isRunning = step === "reading" || step === "sending";
  return (
    <Dialog
      title={texts.title(customerIDs.length)}
      detail={<EnvironmentBadge environment={environment} />}
      step={`${step} ${attempt}`}
      onClose={close}
      actions={
        <>
          {isRunning && <Button onClick={many.stop}>{texts.stop}</Button>}
          {step === "choose" && <Button onClick={close}>{texts.cancel}</Button>}
          {step === "choose" && !isTooMany && (
            <Button variant="primary" type="submit" form={formID}>
              {texts.review}
            </Button>
          )}
          {step === "review" && <Button onClick={many.back}>{texts.back}</Button>}
          {step === "review" && open.length > 0 && (
            <Button variant="primary" onClick={schedule}>
              {texts.schedule(open.length)}
            </Button>
          )}
          {step === "finished" && open.length > 0 && <Button onClick={many.again}>{texts.back}</Button>}
          {step === "finished" && (
            <Link href={pages.planned(environment)} prefetch={false} onClick={onClose} className={buttonClass()}>
              {texts.openList}
            </Link>
          )}
          {step === "finished" && (
            <Button variant="primary" onClick={close}>
              {texts.done}
            </Button>
          )}
        </>
      }
    >
      {step === "choose" && isTooMany && <p>{texts.tooMany(maxOpenPlannedOfPerson)}</p>}
      {step === "choose" && !isTooMany && (
        <form id={formID} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <ErrorSummary title={texts.summary} errors={errors} attempt={attempt} />
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
          <WhenFields formID={formID} when={when} errors={whenErrors} onWhen={setWhen} kinds={["at", "while"]} />
        </form>
      )}
      {step === "reading" && <p role="status">{texts.reading(done, customerIDs.length)}</p>}
      {(step === "review" || step === "sending" || step === "finished") && (
        <div className="flex flex-col gap-4">
          <ErrorSummary title={texts.summary} errors={[...errors, ...reference.listed]} attempt={attempt} />
          {step !== "review" && (
            <p role="status" className="font-medium">
              {step === "sending" ? texts.scheduling(sent, all) : texts.finished(sent, all)}
            </p>
          )}
          <Rows rows={rows} member={member} hasBegun={step !== "review"} />
          {step === "review" && (
            <>
              <PlanReview graceMinutes={values?.plannedGraceMinutes} when={when} change={change} second={undefined} />
              <WriteReferenceFields form={reference} />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
