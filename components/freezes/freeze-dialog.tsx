"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { SelectField } from "#components/forms/select-field.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { enterTime } from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { TimeZoneOptions } from "#components/forms/time-zone-options.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { WeekDaysField } from "#components/forms/week-days-field.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { freezeScopes, maxFreezeReason } from "#lib/contract/values/operations/freeze-values.ts";
import { freezeQueryOptions, setFreeze } from "#lib/query/operations/freezes.ts";
import { plannedKey } from "#lib/query/operations/planned-key.ts";
import { emptyFreeze, type FreezeField, type FreezeFields, freezeInput, freezeProblems } from "./freeze-form.ts";
import { freezeTexts as texts } from "./texts.ts";

const whens = (["now", "later", "week", "month"] as const).map((value) => ({ value, label: texts.whens[value] }));

/** The hours that a kind of freeze starts with. */
const hoursOf = {
  now: {},
  later: {},
  week: { from: "22:00", to: "06:00" },
  month: { from: "00:00", to: "00:00" },
} as const;

interface FieldsProps {
  fields: FreezeFields;
  change: (given: Partial<FreezeFields>) => void;
  idOf: (field: FreezeField) => string;
  errorAt: (field: FreezeField) => string | undefined;
}

/** Freezes an environment now, later, weekly or monthly. */
export function FreezeDialog({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const formID = useId();
  const client = useQueryClient();
  const zone = useTimeZone();
  const [freezeID] = useState(() => crypto.randomUUID());
  const [fields, setFields] = useState(() => emptyFreeze(zone, consoleNowMs()));
  const [wrong, setWrong] = useState<Partial<Record<FreezeField, string>>>({});
  const idOf = (field: FreezeField) => `${formID}-${field}`;
  const saving = useConfirmedChange({
    inputOf: { reason: idOf("reason"), start: idOf("start"), end: idOf("end"), repeats: idOf("count") },
    queryKey: plannedKey(environment),
  });
  const errorAt = (field: FreezeField) => wrong[field] ?? saving.errorAt(idOf(field));
  const change = (given: Partial<FreezeFields>) => setFields((before) => ({ ...before, ...given }));
  const submit = () => {
    const found = freezeProblems(fields, consoleNowMs());
    setWrong(found);
    const [first] = Object.keys(found) as FreezeField[];
    if (first !== undefined) {
      document.getElementById(idOf(first))?.focus();
      return;
    }
    void saving.run(async () => {
      const answer = await setFreeze(environment, freezeInput(freezeID, fields));
      client.setQueryData(freezeQueryOptions(environment).queryKey, answer);
      announce(texts.wasSet);
      onClose();
    });
  };
  const props = { fields, change, idOf, errorAt };
  return (
    <ConfirmedDialog
      change={saving}
      title={texts.title(environment)}
      detail={<EnvironmentBadge environment={environment} />}
      failed={texts.failed}
      submit={texts.submit}
      cancel={{ label: texts.cancel, onClick: onClose, isFirst: true }}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium text-table">{texts.scope}</legend>
        {freezeScopes.map((scope) => (
          <label key={scope} className="flex items-start gap-2">
            <input
              type="radio"
              className="mt-0.5 size-4 shrink-0"
              name={`${formID}-scope`}
              checked={fields.scope === scope}
              onChange={() => change({ scope })}
            />
            {texts.scopes[scope]}
          </label>
        ))}
      </fieldset>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0"
          checked={fields.includesReverts}
          onChange={({ target }) => change({ includesReverts: target.checked })}
        />
        <span>
          {texts.reverts}
          <span className="block text-fine text-ink-muted">{texts.revertsNote}</span>
        </span>
      </label>
      <div>
        <TextField
          id={idOf("reason")}
          label={texts.reason}
          error={errorAt("reason")}
          maxLength={maxFreezeReason}
          autoComplete="off"
          value={fields.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <p className="mt-1 text-fine text-ink-muted">{texts.reasonNote}</p>
      </div>
      <Segmented
        legend={texts.when}
        value={fields.when}
        options={whens}
        onChange={(when) => change({ when, ...hoursOf[when] })}
      />
      {fields.when === "later" && (
        <TimeField
          id={idOf("start")}
          label={texts.start}
          value={fields.start}
          onValue={(start) =>
            change({
              start,
              zone: start.zone,
              end: enterTime(fields.end.text, start.zone, consoleNowMs(), { start: start.reading }),
            })
          }
          error={errorAt("start")}
        />
      )}
      {fields.when === "week" && <WeekDays {...props} />}
      {fields.when === "month" && <MonthDays {...props} />}
      {(fields.when === "week" || fields.when === "month") && <Hours {...props} />}
      <TimeField
        id={idOf("end")}
        label={texts.end}
        value={fields.end}
        onValue={(end) => change({ end, zone: end.zone })}
        error={errorAt("end")}
        none={texts.noEnd}
        start={fields.when === "later" ? fields.start.reading : undefined}
        isZoneFixed={fields.when !== "now"}
      />
    </ConfirmedDialog>
  );
}

function WeekDays({ fields, change, idOf, errorAt }: FieldsProps) {
  return (
    <WeekDaysField
      id={idOf("days")}
      label={texts.days}
      days={fields.days}
      error={errorAt("days")}
      onChange={(days) => change({ days })}
    />
  );
}

function MonthDays({ fields, change, idOf, errorAt }: FieldsProps) {
  const countedID = `${idOf("day")}-counted`;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        id={countedID}
        label={texts.counted}
        className="sm:col-span-2"
        value={fields.counted}
        onValue={(counted) => change({ counted: counted === "start" ? "start" : "end" })}
      >
        <option value="end">{texts.countedFrom.end}</option>
        <option value="start">{texts.countedFrom.start}</option>
      </SelectField>
      <TextField
        id={idOf("day")}
        label={texts.firstDay[fields.counted]}
        error={errorAt("day")}
        inputMode="numeric"
        autoComplete="off"
        value={fields.day}
        onChange={({ target }) => change({ day: target.value })}
      />
      <TextField
        id={idOf("count")}
        label={texts.numberOfDays}
        error={errorAt("count")}
        inputMode="numeric"
        autoComplete="off"
        value={fields.count}
        onChange={({ target }) => change({ count: target.value })}
      />
    </div>
  );
}

function Hours({ fields, change, idOf, errorAt }: FieldsProps) {
  const isReady = useHydrated();
  const zoneID = `${idOf("from")}-zone`;
  return (
    <div>
      <div className="grid gap-3 sm:grid-cols-3">
        {(["from", "to"] as const).map((name) => (
          <TextField
            key={name}
            id={idOf(name)}
            label={texts[name]}
            error={errorAt(name)}
            type="time"
            value={fields[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
        <SelectField
          id={zoneID}
          label={texts.zone}
          value={fields.zone}
          onValue={(zone) => change({ zone, end: enterTime(fields.end.text, zone, consoleNowMs()) })}
        >
          <option value="UTC">{texts.utc}</option>
          <TimeZoneOptions value={fields.zone} isReady={isReady} />
        </SelectField>
      </div>
      <p className="mt-1 text-fine text-ink-muted">{texts.hoursNote}</p>
    </div>
  );
}
