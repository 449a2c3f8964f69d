"use client";

import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, Fragment, type ReactNode, useCallback, useEffect, useId, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { StepUpDialog } from "#components/forms/step-up-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import { useSession } from "#components/ui/session.tsx";
import { storedItem } from "#lib/browser-storage/stored-items.ts";
import { pages } from "#lib/paths.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { policyTexts } from "./texts.ts";

interface PolicyAnswerShape {
  policy: { version: number };
  asOf: string;
}

/** The values of a policy's fields, and functions that change the values. */
export interface PolicyFields<Answer extends PolicyAnswerShape> {
  /** The prefix of the IDs of all inputs. */
  id: string;
  answer: Answer;
  given: Answer["policy"];
  onGiven: (given: Answer["policy"]) => void;
  errorAt: (inputID: string) => string | undefined;
}

interface PolicySettingsProps<Answer extends PolicyAnswerShape> {
  title: string;
  /** Shown after a change was saved. Says when the new policy starts to apply. */
  saved: string;
  className: string;
  skeletonClass: string;
  options: UseQueryOptions<Answer, Error, Answer, string[]>;
  /** Saves the policy. Fails if another person has changed the policy since it was read. */
  save: (given: Answer["policy"]) => Promise<Answer>;
  /** Another query to reload after a change. */
  alsoChanged?: QueryKey;
  /** Maps each field that the server may report to the ID of its input. */
  inputOf?: (id: string, answer: Answer) => Readonly<Record<string, string>>;
  fields: (props: PolicyFields<Answer>) => ReactNode;
}

/** One part of the policy, with a form that changes it. */
export function PolicySettings<Answer extends PolicyAnswerShape>(props: PolicySettingsProps<Answer>) {
  const { title, options, skeletonClass } = props;
  const reading = useQuery({ ...options, ...keepPageData });
  const [savedVersion, setSavedVersion] = useState<number>();
  return (
    <ReadPanel
      title={title}
      reading={reading}
      signInHref={pages.signIn(pages.policy())}
      skeleton={<p className={classNames(skeletonClass, "px-4 py-3 text-ink-muted")}>{policyTexts.loading}</p>}
    >
      {(answer) => (
        <KeepFocus>
          <PolicyForm
            key={answer.policy.version}
            {...props}
            answer={answer}
            isSaved={answer.policy.version === savedVersion}
            onSaved={setSavedVersion}
          />
        </KeepFocus>
      )}
    </ReadPanel>
  );
}

interface PolicyFormProps<Answer extends PolicyAnswerShape> extends PolicySettingsProps<Answer> {
  answer: Answer;
  /** True if this form saved the current version. */
  isSaved: boolean;
  onSaved: (version: number | undefined) => void;
}

/** Returns equal texts for equal policies. An empty number field contains NaN, which JSON does not support. */
const textOf = (policy: object) => JSON.stringify(policy, (_, value: unknown) => (Number.isNaN(value) ? "NaN" : value));

/**
 * The form's key is the policy's version. So another person's change replaces the values in the form. Unsaved values
 * are stored in the tab, so that they survive a reload or the setup of a second factor.
 */
function PolicyForm<Answer extends PolicyAnswerShape>(props: PolicyFormProps<Answer>) {
  const { answer, title, saved, options, save, alsoChanged, inputOf, fields, className, isSaved, onSaved } = props;
  const id = useId();
  const client = useQueryClient();
  const [given, setGiven] = useState<Answer["policy"]>(answer.policy);
  /** Increased when a draft or the saved policy replaces the values of all fields. */
  const [fillings, setFillings] = useState(0);
  const { staffID } = useSession().staff;
  const { version } = answer.policy;
  const [draft] = useState(() => storedItem("policy-draft", staffID, ...options.queryKey, String(version)));
  const { run, errors, errorAt, attempt, isBusy, stepUp } = useConfirmedChange({
    inputOf: inputOf?.(id, answer) ?? {},
  });
  const isChanged = textOf(given) !== textOf(answer.policy);
  const fill = useCallback((policy: Answer["policy"]) => {
    setGiven(policy);
    setFillings((before) => before + 1);
  }, []);
  useEffect(() => {
    const kept = draft.read();
    if (kept !== null) fill(JSON.parse(kept) as Answer["policy"]);
  }, [draft, fill]);
  const change = (policy: Answer["policy"]) => {
    setGiven(policy);
    if (textOf(policy) === textOf(answer.policy)) draft.remove();
    else draft.write(JSON.stringify(policy));
  };
  const discard = () => {
    draft.remove();
    fill(answer.policy);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isChanged) return;
    onSaved(undefined);
    void run(async () => {
      const changed = await save(given);
      draft.remove();
      client.setQueryData<Answer>(options.queryKey, changed);
      if (alsoChanged) void client.invalidateQueries({ queryKey: alsoChanged });
      onSaved(changed.policy.version);
      announce(saved);
    });
  };
  return (
    <>
      <form noValidate onSubmit={submit}>
        <div className={classNames("flex flex-col px-4 py-4", className)}>
          <ErrorSummary title={policyTexts.failed} errors={errors} attempt={attempt} />
          <Fragment key={fillings}>{fields({ id, answer, given, onGiven: change, errorAt })}</Fragment>
        </div>
        <div
          className={classNames(
            "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b-base border-line border-t bg-surface px-4 py-3",
            isChanged && "sticky bottom-0",
          )}
        >
          <Button
            type="submit"
            variant="primary"
            aria-label={`${isBusy ? policyTexts.saving : policyTexts.save}: ${title}`}
            aria-disabled={isBusy || !isChanged}
            {...keepFocusProps}
          >
            {isBusy ? policyTexts.saving : policyTexts.save}
          </Button>
          {isChanged && (
            <Button
              variant="quiet"
              aria-label={`${policyTexts.discard}: ${title}`}
              aria-disabled={isBusy}
              onClick={() => isBusy || discard()}
            >
              {policyTexts.discard}
            </Button>
          )}
          <p className={classNames("text-table", isChanged ? "text-caution" : "text-ink-muted")}>
            {isChanged ? policyTexts.notSaved : isSaved ? saved : policyTexts.noChanges}
          </p>
        </div>
      </form>
      {stepUp && <StepUpDialog {...stepUp} />}
    </>
  );
}
