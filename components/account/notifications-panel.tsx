"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useId } from "react";
import { inputClass } from "#components/forms/text-field.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { OwnNotificationSettings, QuietHours } from "#lib/contract/console/own-notification-settings.ts";
import {
  defaultDigestAt,
  type OwnEmailTime,
  ownEmailTimes,
  ownNotificationKindNames,
  ownNotificationKinds,
} from "#lib/contract/values/console/own-notification-kinds.ts";
import { browserZone, zoneText } from "#lib/format/format-time.ts";
import { pages } from "#lib/paths.ts";
import { ownNotificationsOptions } from "#lib/query/console/own-notifications.ts";
import { parseOwnNotificationsView } from "#lib/url-state/own-notifications-view.ts";
import { ownNotificationSettingsTexts as texts, weekdayNames } from "./texts.ts";

const isoDays = [1, 2, 3, 4, 5, 6, 7];
const usualQuiet: QuietHours = { from: "19:00", to: "07:00", days: isoDays };

type Change = (changes: Partial<OwnNotificationSettings>) => void;

interface FieldsProps {
  settings: OwnNotificationSettings;
  change: Change;
}

function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-table">
        {label}
      </label>
      <input
        id={id}
        type="time"
        value={value}
        onChange={({ target }) => target.value !== "" && onChange(target.value)}
        className={`${inputClass} w-32!`}
      />
    </span>
  );
}

function KindFields({ settings, change, channels }: FieldsProps & { channels: { email: boolean; endpoint: boolean } }) {
  const id = useId();
  return (
    <ul className="divide-y divide-line">
      {ownNotificationKindNames.map((kind) => {
        const { label, about, email, endpoint } = ownNotificationKinds[kind];
        return (
          <li key={kind} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-2.5">
            <div className="min-w-48 flex-1">
              <p className="font-medium">{label}</p>
              <p className="text-fine text-ink-muted">{about}</p>
            </div>
            <div className="flex w-44 flex-col gap-2">
              {channels.email && (
                <span className="flex items-center gap-2">
                  <label htmlFor={`${id}-${kind}`} className="text-table">
                    {texts.email}
                    <span className="sr-only">: {label}</span>
                  </label>
                  <select
                    id={`${id}-${kind}`}
                    className={`${inputClass} w-28!`}
                    value={settings.email?.[kind] ?? email}
                    onChange={({ target }) =>
                      change({ email: { ...settings.email, [kind]: target.value as OwnEmailTime } })
                    }
                  >
                    {ownEmailTimes.map((time) => (
                      <option key={time} value={time}>
                        {texts.emailTimes[time]}
                      </option>
                    ))}
                  </select>
                </span>
              )}
              {channels.endpoint && (
                <label className="flex min-h-6 items-center gap-2 text-table">
                  <input
                    type="checkbox"
                    checked={settings.endpoint?.[kind] ?? endpoint}
                    onChange={({ target }) => change({ endpoint: { ...settings.endpoint, [kind]: target.checked } })}
                  />
                  {texts.endpoint}
                  <span className="sr-only">: {label}</span>
                </label>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function QuietFields({ settings, change }: FieldsProps) {
  const { quiet } = settings;
  const set = (changes: Partial<QuietHours>) => quiet && change({ quiet: { ...quiet, ...changes } });
  return (
    <fieldset className="flex flex-col gap-2 px-4 py-3">
      <legend className="sr-only">{texts.quiet}</legend>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          checked={quiet !== undefined}
          onChange={({ target }) => change({ quiet: target.checked ? usualQuiet : undefined })}
        />
        {texts.quiet}
      </label>
      <p className="text-fine text-ink-muted">{texts.quietNote}</p>
      {quiet && (
        <>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            <TimeField label={texts.from} value={quiet.from} onChange={(from) => set({ from })} />
            <TimeField label={texts.to} value={quiet.to} onChange={(to) => set({ to })} />
          </div>
          <div className="flex flex-wrap gap-x-3 gap-y-1">
            {isoDays.map((day) => {
              const isOn = quiet.days.includes(day);
              return (
                <label key={day} className="flex min-h-6 items-center gap-1.5 text-table">
                  <input
                    type="checkbox"
                    checked={isOn}
                    // Quiet hours need at least one day.
                    disabled={isOn && quiet.days.length === 1}
                    onChange={() =>
                      set({ days: isOn ? quiet.days.filter((one) => one !== day) : [...quiet.days, day].toSorted() })
                    }
                  />
                  {weekdayNames[day - 1]}
                </label>
              );
            })}
          </div>
        </>
      )}
    </fieldset>
  );
}

/** The settings for sending the person's own notifications. Every change is saved at once. */
export function NotificationsPanel() {
  const { preferences, setPreference } = usePreferences();
  const isHydrated = useHydrated();
  const { data } = useQuery(ownNotificationsOptions(parseOwnNotificationsView(new URLSearchParams())));
  const { timeZone, notifications } = preferences;
  const zone = timeZone ?? notifications?.zone ?? (isHydrated ? browserZone() : "UTC");
  const settings = notifications ?? { zone };
  const change: Change = (changes) => setPreference("notifications", { ...settings, ...changes, zone });
  const channels = data?.channels;
  const hasChannel = channels && (channels.email || channels.endpoint);
  return (
    <Panel title={texts.title}>
      <p id="notifications" className="px-4 pt-3 text-fine text-ink-muted">
        {texts.note}{" "}
        <Link href={pages.notifications()} prefetch={false} className="text-accent underline">
          {texts.open}
        </Link>
      </p>
      {channels && !hasChannel && <p className="px-4 py-3 text-table">{texts.noChannel}</p>}
      {channels && hasChannel && (
        <>
          <KindFields settings={settings} change={change} channels={channels} />
          <div className="border-line border-t px-4 py-3 text-fine text-ink-muted">{texts.zone(zoneText(zone))}</div>
          {channels.email && (
            <div className="px-4">
              <TimeField
                label={texts.digestAt}
                value={settings.digestAt ?? defaultDigestAt}
                onChange={(digestAt) => change({ digestAt })}
              />
            </div>
          )}
          <QuietFields settings={settings} change={change} />
        </>
      )}
    </Panel>
  );
}
