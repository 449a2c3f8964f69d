"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import type { WriteSubject } from "#lib/operation-kinds/write-subjects.ts";
import { currentTicketQueryOptions } from "#lib/query/console/current-ticket.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import type { FormError } from "./error-summary.tsx";
import { writeReferenceTexts as texts } from "./write-reference-texts.ts";

/** The values that the person entered. A member is undefined until the person edits its field. */
export interface GivenReference {
  ticket?: string | undefined;
  reason?: string | undefined;
}

interface ReferenceField {
  id: string;
  value: string;
  isRequired: boolean;
  error: string | undefined;
}

export interface WriteReferenceForm {
  ticket: ReferenceField;
  reason: ReferenceField;
  /** An example of a ticket in the configured format. */
  example: string | undefined;
  change: (given: GivenReference) => void;
  /** The member `console` of the request. */
  value: WriteReference | undefined;
  /** Returns an error for each required value that is missing. After this call, the fields show these errors. */
  check: () => FormError[];
  /** The server's messages about the ticket and the reason, for the summary above the form. */
  listed: readonly FormError[];
}

interface Options {
  /** The entered values and a function that changes them. Set if the caller stores the values. */
  kept?: { given: GivenReference; onChange: (given: GivenReference) => void };
  /** The errors from the server. */
  errors?: ShownProblem["errors"] | undefined;
}

/** The ticket and the reason of a write. Without a subject, neither is required. The person's current ticket is the initial value. */
export function useWriteReference(
  subject: WriteSubject | undefined,
  { kept, errors = [] }: Options = {},
): WriteReferenceForm {
  const id = useId();
  const { data: current } = useQuery(currentTicketQueryOptions());
  const [own, setOwn] = useState<GivenReference>({});
  const [isChecked, setChecked] = useState(false);
  const given = kept?.given ?? own;
  const values = { ticket: given.ticket ?? current?.ticket ?? "", reason: given.reason ?? "" };
  const trimmed = { ticket: values.ticket.trim(), reason: values.reason.trim() };
  const required = {
    ticket: subject !== undefined && (current?.ticketFor.includes(subject) ?? false),
    reason: subject !== undefined && (current?.reasonFor.includes(subject) ?? false),
  };
  const missing = {
    ticket: required.ticket && trimmed.ticket === "" ? texts.ticketMissing : undefined,
    reason: required.reason && trimmed.reason === "" ? texts.reasonMissing : undefined,
  };
  const field = (name: "ticket" | "reason"): ReferenceField => {
    const ofServer = errors.find((error) => error.field === `console.${name}`)?.message;
    return {
      id: `${id}-${name}`,
      value: values[name],
      isRequired: required[name],
      error:
        (isChecked ? missing[name] : undefined) ?? (ofServer === undefined ? undefined : `${texts[name]} ${ofServer}`),
    };
  };
  const fields = { ticket: field("ticket"), reason: field("reason") };
  const errorOf = ({ id: inputID, error }: ReferenceField): FormError[] =>
    error === undefined ? [] : [{ inputID, message: error }];
  return {
    ...fields,
    example: current?.example,
    change: (changes) => {
      const next = { ...given, ...changes };
      if (kept) kept.onChange(next);
      else setOwn(next);
    },
    value:
      trimmed.ticket === "" && trimmed.reason === ""
        ? undefined
        : {
            ...(trimmed.ticket !== "" && { ticket: trimmed.ticket }),
            ...(trimmed.reason !== "" && { reason: trimmed.reason }),
          },
    check: () => {
      setChecked(true);
      return (["ticket", "reason"] as const).flatMap((name) => {
        const message = missing[name];
        return message === undefined ? [] : [{ inputID: fields[name].id, message }];
      });
    },
    listed: [...errorOf(fields.ticket), ...errorOf(fields.reason)],
  };
}
