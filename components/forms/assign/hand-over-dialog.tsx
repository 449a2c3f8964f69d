"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ItemDialog } from "#components/forms/item-dialog.tsx";
import { useMentions } from "#components/forms/mentions/use-mentions.tsx";
import { SelectField } from "#components/forms/select-field.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { useSession } from "#components/ui/session.tsx";
import { lastList } from "#lib/browser-storage/last-list.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { type AssignSubject, colleaguesQueryOptions, putAssignee } from "#lib/query/console/assignments.ts";
import { currentTicketQueryOptions } from "#lib/query/console/current-ticket.ts";
import { creationDraftKey, readDraft } from "#lib/query/console/drafts.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { assignTexts, handOverTexts as texts } from "./assign-texts.ts";
import { useAssignmentReload } from "./use-assign.ts";

/** The value of the first choice. No person has this ID. */
const nextShift = "";

/** The key of the draft in which the person repeats a failed creation. Undefined if the item is not such a creation. */
function draftKeyOf(subject: AssignSubject): string | undefined {
  if ("customerID" in subject || subject.item.again === undefined) return undefined;
  const again = new URL(subject.item.again, "http://console").searchParams.get("again");
  return again === null ? undefined : creationDraftKey(subject.environment, again);
}

interface TickProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  note?: string;
}

function Tick({ label, isOn, onChange, note }: TickProps) {
  return (
    <div>
      <label className="flex items-center gap-2 text-table">
        <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
      {note !== undefined && <p className="ps-6 text-fine text-ink-muted">{note}</p>}
    </div>
  );
}

/** A dialog that hands an item or a customer over to a colleague or to the next shift. */
export function HandOverDialog({ subject, onClose }: { subject: AssignSubject; onClose: () => void }) {
  const formID = useId();
  const inputOf = {
    assignee: `${formID}-to`,
    "handover.note": `${formID}-note`,
    "handover.ticket": `${formID}-ticket`,
  };
  const { environment, title } = subject;
  const { staffID } = useSession().staff;
  const locale = useNumberLocale();
  const colleagues = useQuery(colleaguesQueryOptions(environment));
  const current = useQuery(currentTicketQueryOptions()).data?.ticket;
  const draftKey = draftKeyOf(subject);
  const draft = useQuery({
    queryKey: ["drafts", draftKey],
    queryFn: () => readDraft(draftKey ?? ""),
    enabled: draftKey !== undefined,
  }).data;
  const filters = "customerID" in subject ? lastList(staffID, environment) : "";
  const [to, setTo] = useState(nextShift);
  const [note, setNote] = useState("");
  const mentions = useMentions({ environment, value: note, onChange: setNote });
  const [typedTicket, setTicket] = useState<string>();
  const ticket = typedTicket ?? subject.assignment?.handover?.ticket ?? current ?? "";
  const [withDraft, setWithDraft] = useState(true);
  const [withFilters, setWithFilters] = useState(true);
  const [hasChanged, setHasChanged] = useState(false);
  const change = useConfirmedChange({ inputOf });
  const reload = useAssignmentReload();
  const people = (colleagues.data?.colleagues ?? []).filter((one) => one.staffID !== staffID);
  const total = colleagues.data?.total ?? 0;
  const submit = () =>
    change.run(async () => {
      const handover = {
        note: await mentions.stored(),
        ...(ticket.trim() !== "" && { ticket }),
        ...(withFilters && filters !== "" && { filters }),
        ...(withDraft && draft && draftKey !== undefined && { draftKey }),
      };
      // Once the assignment has changed, a hand-over is possible only if nobody is assigned.
      const expected = hasChanged ? { ...subject, assignment: undefined } : subject;
      await putAssignee(expected, { assignee: to === nextShift ? null : to, handover }).catch((error: unknown) => {
        setHasChanged((before) => before || shownProblem(error).code === "assignment_changed");
        // The refusal is shown without waiting for the new assignment.
        void reload(subject);
        throw error;
      });
      await reload(subject);
      const person = people.find((one) => one.staffID === to)?.name ?? assignTexts.nextShift;
      announce(texts.done(title, person));
      onClose();
    });
  return (
    <ItemDialog texts={texts} item={subject} change={change} onSubmit={() => void submit()} onClose={onClose}>
      <div>
        <SelectField id={inputOf.assignee} label={texts.to} value={to} onValue={setTo}>
          <option value={nextShift}>{texts.nextShift}</option>
          {people.map((one) => (
            <option key={one.staffID} value={one.staffID}>
              {one.name}
            </option>
          ))}
        </SelectField>
        {colleagues.error && <p className="text-fine text-negative">{texts.colleaguesFailed}</p>}
        {total > (colleagues.data?.colleagues.length ?? 0) && (
          <p className="text-fine text-ink-muted">
            {texts.more(formatCount(colleagues.data?.colleagues.length ?? 0, locale), formatCount(total, locale))}
          </p>
        )}
      </div>
      <TextField
        id={inputOf["handover.note"]}
        {...firstFocusProps}
        label={texts.note}
        autoComplete="off"
        value={note}
        onChange={(event) => setNote(event.target.value)}
        {...mentions.field}
        onKeyDown={mentions.onKeyDown}
        error={change.errorAt(inputOf["handover.note"])}
      />
      {mentions.list}
      <TextField
        id={inputOf["handover.ticket"]}
        label={texts.ticket}
        autoComplete="off"
        value={ticket}
        onChange={(event) => setTicket(event.target.value)}
        error={change.errorAt(inputOf["handover.ticket"])}
      />
      {draft && <Tick label={texts.withDraft} isOn={withDraft} onChange={setWithDraft} note={texts.draftNote} />}
      {filters !== "" && <Tick label={texts.withFilters} isOn={withFilters} onChange={setWithFilters} />}
    </ItemDialog>
  );
}
