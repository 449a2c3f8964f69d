"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { personChoices } from "#components/forms/filters/person-choices.ts";
import { SelectField } from "#components/forms/select-field.tsx";
import { StepUpDialog } from "#components/forms/step-up-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { BodyRecordings } from "#lib/contract/calls/call.ts";
import { api } from "#lib/paths.ts";
import { bodyRecordingsQueryOptions } from "#lib/query/calls.ts";
import { staffQueryOptions } from "#lib/query/console/staff.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { bodiesTexts as texts } from "./texts.ts";

const firstPeople = { limit: 100, offset: 0 } as const;

/** A dialog for administrators. It turns on recording of the contents of one person's API calls for one hour. */
export function BodiesDialog({ onClose }: { onClose: () => void }) {
  const selectID = useId();
  const client = useQueryClient();
  const people = useQuery(staffQueryOptions(firstPeople)).data?.staff ?? [];
  const recordings = useQuery(bodyRecordingsQueryOptions()).data?.recordings;
  const [staffID, setStaffID] = useState("");
  const change = useConfirmedChange();
  const set = (person: string, on: boolean) =>
    change.run(async () => {
      const shape = { recordings: "array" } as const;
      const body = { staffID: person, on };
      const now = await writeJson<BodyRecordings>("POST", api.callBodies(), shape, body);
      client.setQueryData(bodyRecordingsQueryOptions().queryKey, now);
    });
  return (
    <>
      <Dialog
        title={texts.title}
        onClose={onClose}
        actions={
          <Button {...firstFocusProps} onClick={onClose}>
            {texts.close}
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <ErrorSummary title={texts.failed} errors={change.errors} attempt={change.attempt} />
          <p className="text-ink-muted text-table">{texts.explained}</p>
          <div className="flex flex-wrap items-end gap-2">
            <SelectField
              id={selectID}
              label={texts.person}
              className="min-w-0 flex-1 basis-60"
              value={staffID}
              onValue={setStaffID}
            >
              <option value="">{texts.choose}</option>
              {personChoices(people.filter(({ state }) => state === "active")).map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <Button
              variant="primary"
              disabled={staffID === "" || change.isBusy}
              onClick={() => void set(staffID, true)}
            >
              {texts.start}
            </Button>
          </div>
          <section aria-label={texts.on}>
            <h3 className="mb-1 font-semibold">{texts.on}</h3>
            {recordings?.length === 0 && <p className="text-ink-muted text-table">{texts.none}</p>}
            <ul>
              {recordings?.map(({ staffID: person, email, name, until }) => (
                <li
                  key={person}
                  className="flex min-h-9 flex-wrap items-center gap-x-3 border-line border-t text-table"
                >
                  <span className="min-w-0 flex-1">
                    <PersonName email={email} name={name} hasEmail />
                  </span>
                  <span className="text-ink-muted">
                    {texts.until} <Timestamp value={until} detail="time" />
                  </span>
                  <Button
                    size="small"
                    aria-label={texts.stop(name || email)}
                    disabled={change.isBusy}
                    onClick={() => void set(person, false)}
                  >
                    {texts.stopShort}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </Dialog>
      {change.stepUp && <StepUpDialog {...change.stepUp} />}
    </>
  );
}
