"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { inputClass, TextField } from "#components/forms/text-field.tsx";
import { TimeZoneOptions } from "#components/forms/time-zone-options.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { useFieldError } from "#components/forms/use-field-error.ts";
import { WeekDaysField } from "#components/forms/week-days-field.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { ColumnNamesChoice } from "#components/ui/column-names-choice.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useSession } from "#components/ui/session.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { may } from "#lib/contract/access/permissions.ts";
import type { ExportTimes, ScheduledExport } from "#lib/contract/console/scheduled-export.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { viewsQueryOptions } from "#lib/query/customers/views.ts";
import { addSchedule, changeSchedule, scheduledExportsQueryOptions } from "#lib/query/operations/scheduled-exports.ts";
import { formTexts as texts } from "./texts.ts";

interface Fields {
  viewID: string;
  every: ExportTimes["every"];
  days: readonly number[];
  /** The day of the month, or `last`. */
  day: string;
  time: string;
  zone: string;
  format: "csv" | "json";
  hasPageNames: boolean;
  sends: boolean;
}

type Field = "viewID" | "days" | "time";

const frequencies = (["day", "week", "month"] as const).map((value) => ({ value, label: texts.whens[value] }));
const formats = (["csv", "json"] as const).map((value) => ({ value, label: texts.formats[value] }));
const monthDays = Array.from({ length: 28 }, (_, index) => index + 1);
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

function fieldsOf(schedule: ScheduledExport | undefined, viewID: string | undefined, zone: string): Fields {
  const times = schedule?.times;
  return {
    viewID: schedule?.view.viewID ?? viewID ?? "",
    every: times?.every ?? "day",
    days: times?.every === "week" ? times.days : [1, 2, 3, 4, 5],
    day: times?.every === "month" ? String(times.day) : "1",
    time: times?.time ?? "07:00",
    zone: schedule?.zone ?? zone,
    format: schedule?.format ?? "csv",
    hasPageNames: schedule?.columnNames === "page",
    sends: schedule?.sends ?? false,
  };
}

function timesOf({ every, days, day, time }: Fields): ExportTimes {
  if (every === "day") return { every, time };
  if (every === "week") return { every, days: days.toSorted((one, other) => one - other), time };
  return { every, day: day === "last" ? day : Number(day), time };
}

function problemsOf({ viewID, every, days, time }: Fields): Partial<Record<Field, string>> {
  return {
    ...(viewID === "" && { viewID: texts.chooseView }),
    ...(every === "week" && days.length === 0 && { days: texts.noDays }),
    ...(!timePattern.test(time) && { time: texts.badTime }),
  };
}

interface ScheduleDialogProps {
  environment: Environment;
  /** The schedule to change. Absent for a new one. */
  schedule?: ScheduledExport;
  /** The view that the form starts with. */
  viewID?: string | undefined;
  endpoint: string | undefined;
  onClose: () => void;
}

/** Schedules the export of a saved view, or changes a schedule. */
export function ScheduleDialog({ environment, schedule, viewID, endpoint, onClose }: ScheduleDialogProps) {
  const formID = useId();
  const zone = useTimeZone();
  const { role } = useSession().staff;
  const [fields, setFields] = useState(() => fieldsOf(schedule, viewID, zone));
  const [formProblems, setFormProblems] = useState<Partial<Record<Field, string>>>({});
  const idOf = (field: Field) => `${formID}-${field}`;
  const saving = useConfirmedChange({
    inputOf: { viewID: idOf("viewID"), times: idOf("time"), zone: idOf("time") },
    queryKey: scheduledExportsQueryOptions(environment).queryKey,
  });
  const errorAt = (field: Field) => formProblems[field] ?? saving.errorAt(idOf(field));
  const change = (changes: Partial<Fields>) => setFields((before) => ({ ...before, ...changes }));
  const submit = () => {
    const problems = problemsOf(fields);
    setFormProblems(problems);
    const [first] = Object.keys(problems) as Field[];
    if (first !== undefined) {
      document.getElementById(idOf(first))?.focus();
      return;
    }
    void saving.run(async () => {
      const input = {
        viewID: fields.viewID,
        format: fields.format,
        columnNames: fields.hasPageNames && fields.format === "csv" ? ("page" as const) : ("api" as const),
        times: timesOf(fields),
        zone: fields.zone,
        sends: fields.sends,
      };
      await (schedule ? changeSchedule(schedule, input) : addSchedule(environment, input));
      announce(texts.wasSaved);
      onClose();
    });
  };
  const props = { fields, change, idOf, errorAt };
  return (
    <ConfirmedDialog
      change={saving}
      title={schedule ? texts.changeTitle : texts.addTitle}
      detail={<EnvironmentBadge environment={environment} />}
      failed={texts.failed}
      submit={schedule ? texts.save : texts.add}
      cancel={{ label: texts.cancel, onClick: onClose }}
      onSubmit={submit}
      onClose={onClose}
    >
      <ViewField {...props} />
      <Segmented
        legend={texts.when}
        value={fields.every}
        options={frequencies}
        onChange={(every) => change({ every })}
      />
      {fields.every === "week" && <WeekDays {...props} />}
      <Times {...props} />
      <Segmented
        legend={texts.format}
        value={fields.format}
        options={formats}
        onChange={(format) => change({ format })}
      />
      {fields.format === "csv" && (
        <ColumnNamesChoice
          checked={fields.hasPageNames}
          isDisabled={false}
          onChange={(hasPageNames) => change({ hasPageNames })}
        />
      )}
      {(fields.sends || (endpoint !== undefined && may(role, "exports.send"))) && (
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0"
            checked={fields.sends}
            onChange={({ target }) => change({ sends: target.checked })}
          />
          <span>
            {texts.sends}
            {endpoint !== undefined && (
              <span className="block text-fine text-ink-muted wrap-anywhere">{texts.sendsNote(endpoint)}</span>
            )}
          </span>
        </label>
      )}
      <p className="text-fine text-ink-muted">{texts.rights}</p>
    </ConfirmedDialog>
  );
}

interface PartProps {
  fields: Fields;
  change: (changes: Partial<Fields>) => void;
  idOf: (field: Field) => string;
  errorAt: (field: Field) => string | undefined;
}

function ViewField({ fields, change, idOf, errorAt }: PartProps) {
  const { data, isPending } = useQuery(viewsQueryOptions);
  const id = idOf("viewID");
  const error = useFieldError(id, errorAt("viewID"));
  const views = data?.views ?? [];
  const isListed = views.some(({ viewID }) => viewID === fields.viewID);
  const group = (label: string, isMine: boolean) => {
    const some = views.filter(({ mine }) => mine === isMine);
    return (
      some.length > 0 && (
        <optgroup label={label}>
          {some.map(({ viewID, name }) => (
            <option key={viewID} value={viewID}>
              {name}
            </option>
          ))}
        </optgroup>
      )
    );
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-table">
        {texts.view}
      </label>
      <select
        id={id}
        className={inputClass}
        value={isListed ? fields.viewID : ""}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? `${id}-note` : `${id}-error ${id}-note`}
        onChange={({ target }) => change({ viewID: target.value })}
      >
        <option value="">{isPending ? texts.loadingViews : texts.chooseView}</option>
        {group(texts.own, true)}
        {group(texts.shared, false)}
      </select>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-negative text-table">
          {error}
        </p>
      )}
      <p id={`${id}-note`} className="text-fine text-ink-muted">
        {data?.views.length === 0 ? texts.noViews : texts.viewNote}
      </p>
    </div>
  );
}

function WeekDays({ fields, change, idOf, errorAt }: PartProps) {
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

function Times({ fields, change, idOf, errorAt }: PartProps) {
  const isReady = useHydrated();
  const [dayID, zoneID] = [`${idOf("time")}-day`, `${idOf("time")}-zone`];
  return (
    <div>
      <div className="grid gap-3 sm:grid-cols-3">
        {fields.every === "month" && (
          <div className="flex flex-col gap-1">
            <label htmlFor={dayID} className="font-medium text-table">
              {texts.day}
            </label>
            <select
              id={dayID}
              className={inputClass}
              value={fields.day}
              onChange={({ target }) => change({ day: target.value })}
            >
              {monthDays.map((day) => (
                <option key={day} value={day}>
                  {texts.dayNumber(day)}
                </option>
              ))}
              <option value="last">{texts.last}</option>
            </select>
          </div>
        )}
        <TextField
          id={idOf("time")}
          label={texts.time}
          error={errorAt("time")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={fields.time}
          onChange={({ target }) => change({ time: target.value })}
        />
        <div className="flex flex-col gap-1">
          <label htmlFor={zoneID} className="font-medium text-table">
            {texts.zone}
          </label>
          <select
            id={zoneID}
            className={inputClass}
            value={fields.zone}
            onChange={({ target }) => change({ zone: target.value })}
          >
            <option value="UTC">{texts.utc}</option>
            <TimeZoneOptions value={fields.zone} isReady={isReady} />
          </select>
        </div>
      </div>
      <p className="mt-1 text-fine text-ink-muted">{texts.clocks}</p>
    </div>
  );
}
