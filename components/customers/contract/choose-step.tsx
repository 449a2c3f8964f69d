"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { ContractValues } from "#lib/contract/contract-values.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { contractValuesQueryOptions } from "#lib/query/contract-values.ts";
import type { ShownProblem } from "#lib/shown-problem.ts";
import type { ChangeState } from "./change-state.ts";
import { type ChoiceFields, choiceOf, choiceSchema, chosenValue, fieldsOf, otherChoice } from "./choice.ts";
import { type Member, memberTitles, formTexts as texts } from "./texts.ts";
import { ValueChoice } from "./value-choice.tsx";

const members: readonly Member[] = ["plan", "term"];

const offeredOf = (values: ContractValues | undefined, member: Member) =>
  (member === "plan" ? values?.plans : values?.terms) ?? [];

interface ChooseStepProps {
  formID: string;
  environment: Environment;
  state: ChangeState;
  problem: ShownProblem | undefined;
  signInHref: string;
  onKeep: (member: Member, value: string) => void;
  onChoose: (member: Member, value: string) => void;
}

/** Which of the two changes and to what: one choice, so that both at once cannot be asked for. */
export function ChooseStep(props: ChooseStepProps) {
  const query = useQuery({ ...contractValuesQueryOptions(props.environment), retryOnMount: false });
  // The form begins when it is known what is on offer: a kept value is then found among it.
  if (query.isPending)
    return (
      <p role="status" className="min-h-64 animate-late text-ink-muted">
        {texts.loading}
      </p>
    );
  return <ChooseForm {...props} values={query.data} />;
}

function ChooseForm(props: ChooseStepProps & { values: ContractValues | undefined }) {
  const { formID, state, problem, signInHref, values, onKeep, onChoose } = props;
  const { seen } = state;
  const { register, handleSubmit, watch, setValue, getValues, clearErrors, formState } = useForm<ChoiceFields>({
    resolver: zodResolver(choiceSchema(seen)),
    defaultValues: { member: state.member, ...fieldsOf(state.value, offeredOf(values, state.member)) },
    shouldFocusError: false,
    reValidateMode: "onSubmit",
  });
  const form = useRef<HTMLFormElement>(null);
  // The dialog was open before the form was there.
  useEffect(() => form.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus(), []);
  const { member, choice } = watch();
  const offered = offeredOf(values, member);
  const { errors, submitCount } = formState;
  const keep = () => onKeep(getValues("member"), chosenValue(getValues()));

  const own = errors.other?.message ?? errors.choice?.message;
  // What the API said about this member stands at its field, in its own words.
  const theirs = own === undefined && member === state.member ? messagesAt(problem, member) : [];
  const inputID = choice === otherChoice ? `${formID}-other` : `${formID}-choice-0`;
  const listed: FormError[] = [
    ...(own === undefined ? [] : [{ inputID, message: own }]),
    ...theirs.map((message) => ({ inputID, message })),
    ...(own === undefined ? messagesOfForm(problem, member) : []).map((message) => ({ message })),
  ];

  return (
    <form
      ref={form}
      id={formID}
      noValidate
      onSubmit={handleSubmit((fields) => onChoose(fields.member, chosenValue(fields)))}
      className="flex flex-col gap-4"
    >
      <ErrorSummary title={texts.summary} errors={listed} attempt={submitCount + state.refusals}>
        {problem && own === undefined && <ProblemFacts problem={problem} signInHref={signInHref} />}
      </ErrorSummary>
      <div>
        <Segmented
          legend={texts.what}
          value={member}
          options={members.map((value) => ({ value, label: memberTitles[value] }))}
          onChange={(next) => {
            setValue("member", next);
            const fields = fieldsOf("", offeredOf(values, next));
            setValue("choice", fields.choice);
            setValue("other", fields.other);
            clearErrors();
            keep();
          }}
        />
        <p className="mt-1 text-fine text-ink-muted">{texts.oneAtATime}</p>
      </div>
      {offered.length === 0 && <p className="text-ink-muted text-table">{texts.offeredUnread}</p>}
      <ValueChoice
        formID={formID}
        member={member}
        offered={offered}
        present={seen[member]}
        choice={choice}
        errors={own === undefined ? theirs : [own]}
        hasFirstFocus={listed.length === 0}
        choiceProps={register("choice", { onChange: keep })}
        otherProps={register("other", {
          onChange: () => {
            setValue("choice", otherChoice);
            keep();
          },
        })}
        choiceOf={choiceOf}
      />
    </form>
  );
}

/** The messages that the API put at the member. */
function messagesAt(problem: ShownProblem | undefined, member: Member): string[] {
  return (problem?.errors ?? []).flatMap(({ field, message }) => (field === member ? message : []));
}

/** What is left to say about the whole form: the reason, and messages at no field that is here. */
function messagesOfForm(problem: ShownProblem | undefined, member: Member): string[] {
  if (!problem) return [];
  const others = problem.errors.flatMap(({ field, message }) =>
    field === member ? [] : field === undefined ? message : `${field}: ${message}`,
  );
  return [problem.detail, ...others];
}

function ProblemFacts({ problem, signInHref }: { problem: ShownProblem; signInHref: string }) {
  if (problem.code === "not_signed_in") {
    return (
      <a href={signInHref} className="text-accent underline underline-offset-2">
        {texts.signIn}
      </a>
    );
  }
  return (
    <>
      {problem.retryAt !== undefined && (
        <p className="text-ink-muted">
          {texts.tryAgainAfter} <Timestamp value={problem.retryAt} detail="clock" /> <ZoneName />
        </p>
      )}
      {problem.requestID !== undefined && (
        <p className="text-fine text-ink-muted">
          {texts.requestID} <span className="font-mono wrap-anywhere">{problem.requestID}</span>
        </p>
      )}
    </>
  );
}
