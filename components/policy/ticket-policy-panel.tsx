"use client";

import type { TicketPolicyAnswer } from "#lib/contract/access/ticket-policy.ts";
import { subjectNames, type WriteSubject, writeSubjects } from "#lib/operation-kinds/write-subjects.ts";
import { currentTicketQueryOptions } from "#lib/query/console/current-ticket.ts";
import { putTicketPolicy, ticketPolicyQueryOptions } from "#lib/query/console/tickets.ts";
import { type PolicyFields, PolicySettings } from "./policy-settings.tsx";
import { ticketPolicyTexts as texts } from "./texts.ts";

const members = ["ticketFor", "reasonFor"] as const;

/** The rules for required tickets and reasons, and a form to change them. */
export function TicketPolicyPanel() {
  return (
    <PolicySettings
      title={texts.title}
      saved={texts.saved}
      className="gap-4"
      skeletonClass="min-h-48"
      options={ticketPolicyQueryOptions()}
      save={putTicketPolicy}
      alsoChanged={currentTicketQueryOptions().queryKey}
      fields={TicketFields}
    />
  );
}

function TicketFields({ id, answer: { pattern, example, url }, given, onGiven }: PolicyFields<TicketPolicyAnswer>) {
  const toggle = (member: (typeof members)[number], subject: WriteSubject, isOn: boolean) =>
    onGiven({
      ...given,
      [member]: writeSubjects.filter((one) => (one === subject ? isOn : given[member].includes(one))),
    });
  return (
    <>
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
        <dd className="wrap-anywhere">
          {pattern === undefined ? texts.anyPattern : <code>{example ?? pattern}</code>}
        </dd>
        <dt className="text-ink-muted">{texts.url}</dt>
        <dd className="wrap-anywhere">{url === undefined ? texts.noUrl : <code>{url}</code>}</dd>
      </dl>
    </>
  );
}
