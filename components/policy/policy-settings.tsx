"use client";

import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, Fragment, type ReactNode, useEffect, useId, useState } from "react";
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
  /** Set in the answer to a change that makes this session require a second factor. */
  factorRequired?: true | undefined;
}

/** The values of a policy's fields, and functions that change them. */
export interface PolicyFields<Answer extends PolicyAnswerShape> {
  /** The prefix of the input IDs. */
  id: string;
  answer: Answer;
  given: Answer["policy"];
  onGiven: (given: Answer["policy"]) => void;
  errorAt: (inputID: string) => string | undefined;
}

interface PolicySettingsProps<Answer extends PolicyAnswerShape> {
  title: string;
  texts: Readonly<Record<"loading" | "failed" | "save" | "saving" | "saved", string>>;
  className: string;
  skeletonClass: string;
  options: UseQueryOptions<Answer, Error, Answer, string[]>;
  /** Saves the policy. Fails if another person changed it after it was read. */
  save: (given: Answer["policy"]) => Promise<Answer>;
  /** Another query that must reload after a change. */
  alsoChanged?: QueryKey;
  /** For each field that the server may report, the ID of its input. */
  inputOf?: (id: string, answer: Answer) => Readonly<Record<string, string>>;
  fields: (props: PolicyFields<Answer>) => ReactNode;
}

/** A part of the policy, with a form to change it. */
export function PolicySettings<Answer extends PolicyAnswerShape>(props: PolicySettingsProps<Answer>) {
  const { title, texts, options, skeletonClass } = props;
  const reading = useQuery({ ...options, ...keepPageData });
  const [savedVersion, setSavedVersion] = useState<number>();
  return (
    <ReadPanel
      title={title}
      reading={reading}
      signInHref={pages.signIn(pages.policy())}
      skeleton={<p className={classNames(skeletonClass, "px-4 py-3 text-ink-muted")}>{texts.loading}</p>}
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

/** The key is the policy's version, so that another person's change replaces the values in the form. */
function PolicyForm<Answer extends PolicyAnswerShape>(props: PolicyFormProps<Answer>) {
  const { answer, texts, options, save, alsoChanged, inputOf, fields, className, isSaved, onSaved } = props;
  const id = useId();
  const client = useQueryClient();
  const [given, setGiven] = useState<Answer["policy"]>(answer.policy);
  const { staffID } = useSession().staff;
  const { version } = answer.policy;
  const [draft] = useState(() => storedItem("policy-draft", staffID, ...options.queryKey, String(version)));
  const [isRestored, setRestored] = useState(false);
  const { run, errors, errorAt, attempt, isBusy, stepUp } = useConfirmedChange({
    inputOf: inputOf?.(id, answer) ?? {},
    onFactorRequired: () => draft.write(JSON.stringify(given)),
  });
  // The person has returned from the setup of a second factor. Their earlier input was not saved, so it is filled in
  // again.
  useEffect(() => {
    const kept = draft.read();
    if (kept === null) return;
    draft.remove();
    setGiven(JSON.parse(kept) as Answer["policy"]);
    setRestored(true);
  }, [draft]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    onSaved(undefined);
    void run(async () => {
      const changed = await save(given);
      client.setQueryData<Answer>(options.queryKey, changed);
      if (alsoChanged) void client.invalidateQueries({ queryKey: alsoChanged });
      onSaved(changed.policy.version);
      announce(texts.saved);
    });
  };
  return (
    <>
      <form noValidate onSubmit={submit} className={classNames("flex flex-col px-4 py-4", className)}>
        <ErrorSummary title={texts.failed} errors={errors} attempt={attempt} />
        <Fragment key={String(isRestored)}>{fields({ id, answer, given, onGiven: setGiven, errorAt })}</Fragment>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" aria-disabled={isBusy} {...keepFocusProps}>
            {isBusy ? texts.saving : texts.save}
          </Button>
          {isSaved && <p className="text-table">{texts.saved}</p>}
          {answer.factorRequired && (
            <Link href={pages.secondFactor(pages.policy())} prefetch={false} className="text-accent underline">
              {policyTexts.setUpFactor}
            </Link>
          )}
        </div>
      </form>
      {stepUp && <StepUpDialog {...stepUp} />}
    </>
  );
}
