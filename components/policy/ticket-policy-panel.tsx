"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { StepUpDialog } from "#components/forms/step-up-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import type { TicketPolicyAnswer } from "#lib/contract/access/ticket-policy.ts";
import { type WriteSubject, writeSubjects } from "#lib/contract/values/write-subjects.ts";
import { pages } from "#lib/paths.ts";
import { currentTicketQueryOptions, putTicketPolicy, ticketPolicyQueryOptions } from "#lib/query/console/tickets.ts";
import { subjectNames, ticketPolicyTexts as texts } from "./texts.ts";

const members = ["ticketFor", "reasonFor"] as const;

/** For what a ticket or a reason is required, and its change. */
export function TicketPolicyPanel() {
  const reading = useQuery({ ...ticketPolicyQueryOptions(), refetchOnMount: false, retryOnMount: false });
  const [savedVersion, setSavedVersion] = useState<number>();
  return (
    <ReadPanel
      title={texts.title}
      reading={reading}
      signInHref={pages.signIn(pages.policy())}
      skeleton={<p className="min-h-48 px-4 py-3 text-ink-muted">{texts.loading}</p>}
    >
      {(answer) => (
        <TicketPolicyForm
          key={answer.policy.version}
          answer={answer}
          isSaved={answer.policy.version === savedVersion}
          onSaved={setSavedVersion}
        />
      )}
    </ReadPanel>
  );
}

interface TicketPolicyFormProps {
  answer: TicketPolicyAnswer;
  /** True of the version that was saved here. */
  isSaved: boolean;
  onSaved: (version: number | undefined) => void;
}

/** Keyed by the policy's version, so that another person's change replaces the values in the form. */
function TicketPolicyForm({ answer: { policy, pattern, url }, isSaved, onSaved }: TicketPolicyFormProps) {
  const id = useId();
  const client = useQueryClient();
  const [given, setGiven] = useState(policy);
  const { run, errors, attempt, isBusy, stepUp } = useConfirmedChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSaved(undefined);
    void run(async () => {
      const changed = await putTicketPolicy(given);
      client.setQueryData(ticketPolicyQueryOptions().queryKey, changed);
      void client.invalidateQueries({ queryKey: currentTicketQueryOptions().queryKey });
      onSaved(changed.policy.version);
      announce(texts.saved);
    });
  };
  const toggle = (member: (typeof members)[number], subject: WriteSubject, isOn: boolean) =>
    setGiven({
      ...given,
      [member]: writeSubjects.filter((one) => (one === subject ? isOn : given[member].includes(one))),
    });
  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 px-4 py-4">
        <ErrorSummary title={texts.failed} errors={errors} attempt={attempt} />
        <p className="text-ink-muted text-table">{texts.note}</p>
        <table className="w-full max-w-xl text-table">
          <caption className="sr-only">{texts.caption}</caption>
          <thead>
            <tr className="text-ink-muted">
              <th scope="col" className="py-1.5 pe-4 text-start font-medium">
                {texts.subject}
              </th>
              {members.map((member) => (
                <th key={member} scope="col" className="px-2 py-1.5 text-center font-medium">
                  {texts[member]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {writeSubjects.map((subject) => (
              <tr key={subject} className="border-line border-t">
                <th scope="row" className="py-1.5 pe-4 text-start font-medium">
                  {subjectNames[subject]}
                </th>
                {members.map((member) => (
                  <td key={member} className="px-2 text-center">
                    <label
                      htmlFor={`${id}-${member}-${subject}`}
                      className="inline-flex size-8 items-center justify-center"
                    >
                      <span className="sr-only">{texts.required(texts[member], subjectNames[subject])}</span>
                      <input
                        id={`${id}-${member}-${subject}`}
                        type="checkbox"
                        className="size-4"
                        checked={given[member].includes(subject)}
                        onChange={({ target }) => toggle(member, subject, target.checked)}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-table">
          <dt className="text-ink-muted">{texts.pattern}</dt>
          <dd className="wrap-anywhere">{pattern === undefined ? texts.anyPattern : <code>{pattern}</code>}</dd>
          <dt className="text-ink-muted">{texts.url}</dt>
          <dd className="wrap-anywhere">{url === undefined ? texts.noUrl : <code>{url}</code>}</dd>
        </dl>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" disabled={isBusy}>
            {isBusy ? texts.saving : texts.save}
          </Button>
          {isSaved && <p className="text-table">{texts.saved}</p>}
        </div>
      </form>
      {stepUp && <StepUpDialog {...stepUp} />}
    </>
  );
}
