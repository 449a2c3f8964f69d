"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { notSentText } from "#components/customers/not-sent-texts.ts";
import { ContractValueField } from "#components/forms/contract-value-field.tsx";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { ProblemCallsLink } from "#components/ui/panel/problem-panel.tsx";
import { usePageEnvironment } from "#components/ui/panel/use-page-environment.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { RefusalStep } from "#components/ui/why-not/why-not.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { fieldErrorText } from "#lib/format/field-error-text.ts";
import { contractValuesQueryOptions } from "#lib/query/customers/contract-values.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { whyRefused } from "#lib/why-not/why-refused.ts";
import { type ChangeState, otherMember } from "./change-state.ts";
import { type Choice, type ChoiceErrors, checkChoice } from "./choice.ts";
import { startLabel, whenTexts } from "./plan/plan-texts.ts";
import { PlannedNotice } from "./plan/planned-notice.tsx";
import { isPlan, type When } from "./plan/when.ts";
import { WhenFields, whenFieldIDs } from "./plan/when-fields.tsx";
import { checkWhen, type WhenErrors } from "./plan/when-times.ts";
import { type Member, memberTitles, formTexts as texts } from "./texts.ts";
import type { ContractChangeForm } from "./use-contract-change.ts";

const members: readonly Member[] = ["plan", "term"];

const offeredOf = (values: ContractValues | undefined, member: Member) =>
  (member === "plan" ? values?.plans : values?.terms) ?? [];

interface ChooseStepProps {
  formID: string;
  environment: Environment;
  state: ChangeState;
  problem: ShownProblem | undefined;
  signInHref: string;
  customerID: string;
  onKeep: ContractChangeForm["saveDraft"];
  onChoose: ContractChangeForm["choose"];
  onLeave: () => void;
}

/**
 * Asks which member to change, and to which value. The API accepts one member per request. So if a person changes both,
 * one change is sent after the other.
 */
export function ChooseStep(props: ChooseStepProps) {
  const query = useQuery({ ...contractValuesQueryOptions(props.environment), retryOnMount: false });
  // Waits for the offered values before rendering the form, so that the form does not change while the person uses it.
  if (query.isPending)
    return (
      <p role="status" className="min-h-64 animate-late text-ink-muted">
        {texts.loading}
      </p>
    );
  return <ChooseForm {...props} values={query.data} />;
}

function ChooseForm(props: ChooseStepProps & { values: ContractValues | undefined }) {
  const { formID, state, signInHref, values, onKeep, onChoose } = props;
  const { expected } = state;
  const [choice, setChoice] = useState<Choice>({
    member: state.member,
    value: state.value,
    both: state.second !== "",
    second: state.second,
  });
  const [when, setWhen] = useState(state.when);
  const [whenErrors, setWhenErrors] = useState<WhenErrors>({});
  const [errors, setErrors] = useState<ChoiceErrors>({});
  const [submitCount, setSubmitCount] = useState(0);
  // After a submit, ignores the server's earlier refusal, because the refusal does not concern the new values.
  const problem = submitCount === 0 ? props.problem : undefined;
  const form = useRef<HTMLFormElement>(null);
  // The dialog opened before the form was rendered, so the form sets the focus itself.
  useEffect(() => form.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus(), []);
  const { member, both } = choice;
  const second = otherMember(member);
  const change = (next: Choice) => {
    setChoice(next);
    onKeep(...chosen(next), when);
  };
  const changeWhen = (next: When) => {
    setWhen(next);
    if (next.kind !== when.kind) setWhenErrors({});
    onKeep(...chosen(choice), next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = checkChoice(choice, expected);
    const wrong = checkWhen(when, consoleNowMs());
    setErrors(found);
    setWhenErrors(wrong);
    setSubmitCount(submitCount + 1);
    const isFine = [found.value, found.second, wrong.at, wrong.until].every((message) => message === undefined);
    if (isFine) onChoose(...chosen(choice), when);
  };

  // The server's messages. They appear in the summary and also at the fields.
  const theirs = member === state.member ? messagesAt(problem, member) : [];
  const ofValue = errors.value === undefined ? theirs : [errors.value];
  const ofTimes = {
    at: whenErrors.at ?? messagesAt(problem, "at")[0],
    until: whenErrors.until ?? messagesAt(problem, "until")[0],
  };
  const ofSecond = errors.second === undefined ? [] : [errors.second];
  const secondID = `${formID}-second`;
  const fieldIDs = whenFieldIDs(formID);
  /** True if the form's own check found the errors. Otherwise the server refused the change. */
  const isOwn = [errors.value, errors.second, whenErrors.at, whenErrors.until].some((message) => message !== undefined);
  const listed: FormError[] = [
    ...ofValue.map((message) => ({ inputID: `${formID}-value`, message })),
    ...ofSecond.map((message) => ({ inputID: secondID, message })),
    ...messageAt(fieldIDs.at, startLabel(when.kind), ofTimes.at),
    ...messageAt(fieldIDs.until, whenTexts.until, ofTimes.until),
    ...messagesOfForm(problem, member).map((message) => ({ message })),
  ];

  return (
    <form ref={form} id={formID} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <SendingHeld environment={props.environment} act={isPlan(when) ? "plan" : "send"} />
      <ErrorSummary
        title={isOwn ? texts.summary : texts.notChanged}
        errors={listed}
        attempt={submitCount + state.failureCount}
      >
        {problem && <ProblemFacts problem={problem} signInHref={signInHref} />}
      </ErrorSummary>
      <PlannedNotice
        environment={props.environment}
        customerID={props.customerID}
        isPlan={isPlan(when)}
        onLeave={props.onLeave}
      />
      <div>
        <Segmented
          legend={texts.what}
          value={both ? "both" : member}
          options={[
            ...members.map((value) => ({ value, label: memberTitles[value] })),
            { value: "both" as const, label: texts.both },
          ]}
          onChange={(next) => {
            const first = next === "both" ? "plan" : next;
            setErrors({});
            change({
              member: first,
              value: first === member ? choice.value : "",
              both: next === "both",
              second: "",
            });
          }}
        />
        {both && <p className="mt-1 text-fine text-ink-muted">{texts.inTwoSteps}</p>}
      </div>
      {offeredOf(values, member).length === 0 && <p className="text-ink-muted text-table">{texts.offeredUnread}</p>}
      <ContractValueField
        key={member}
        id={`${formID}-value`}
        member={member}
        legend={texts.newValue(member)}
        offered={offeredOf(values, member)}
        present={expected[member]}
        value={choice.value}
        onValue={(value) => change({ ...choice, value })}
        errors={ofValue}
        hasFirstFocus={listed.length === 0}
      />
      {both && (
        <ContractValueField
          id={secondID}
          member={second}
          legend={texts.newValue(second)}
          offered={offeredOf(values, second)}
          present={expected[second]}
          value={choice.second}
          onValue={(value) => change({ ...choice, second: value })}
          errors={ofSecond}
        />
      )}
      <WhenFields formID={formID} when={when} errors={ofTimes} onWhen={changeWhen} />
    </form>
  );
}

/** The member to change first, its value, and the other member's value if both are changed. */
const chosen = ({ member, value, both, second }: Choice): [Member, string, string] => [
  member,
  value.trim(),
  both ? second.trim() : "",
];

/**
 * The start time and the end time may have the same error, so the summary puts the field's label before each message.
 */
const messageAt = (inputID: string, label: string, message: string | undefined): FormError[] =>
  message === undefined ? [] : [{ inputID, message: `${label}: ${message}` }];

/** The names of a planned change's time fields in the server's answer. */
const timeFields: readonly (string | undefined)[] = ["at", "until"];

/** The server's messages about one field. */
function messagesAt(problem: ShownProblem | undefined, of: Member | "at" | "until"): string[] {
  return (problem?.errors ?? []).flatMap(({ field, message }) => (field === of ? message : []));
}

/** The server's messages about the whole form: its reason, and messages about fields that this form does not show. */
function messagesOfForm(problem: ShownProblem | undefined, member: Member): string[] {
  // If the server refused a time, the form has no message of its own: the message at the field says the same.
  if (!problem || problem.errors.some(({ field }) => timeFields.includes(field))) return [];
  const others = problem.errors.flatMap((error) => (error.field === member ? [] : fieldErrorText(error)));
  return [problem.detail, ...others];
}

function ProblemFacts({ problem, signInHref }: { problem: ShownProblem; signInHref: string }) {
  const environment = usePageEnvironment();
  if (problem.code === "not_signed_in") {
    return (
      <a href={signInHref} className="text-accent underline underline-offset-2">
        {texts.signIn}
      </a>
    );
  }
  const advice = notSentText(problem.code);
  const refusal = environment && whyRefused(environment, problem);
  return (
    <>
      {advice !== undefined && <p className="text-ink-muted">{advice}</p>}
      {refusal && <RefusalStep refusal={refusal} />}
      {problem.retryAt !== undefined && (
        <p className="text-ink-muted">
          {texts.tryAgainAfter} <Timestamp value={problem.retryAt} detail="near" />
        </p>
      )}
      {problem.requestID !== undefined && (
        <p className="text-fine text-ink-muted">
          {texts.requestID} <span className="font-mono wrap-anywhere">{problem.requestID}</span>
          <ProblemCallsLink problem={problem} />
        </p>
      )}
    </>
  );
}
