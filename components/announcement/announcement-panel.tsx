"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { type EnteredTime, enteredReading, enterTime, textProblem } from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Timestamp, useTimeZone } from "#components/ui/time/timestamp.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Announcement } from "#lib/contract/console/announcement.ts";
import type { Environment } from "#lib/contract/environment.ts";
import {
  type AnnouncementLevel,
  announcementLevels,
  maxAnnouncement,
  maxAnnouncementLink,
} from "#lib/contract/values/console/announcement-levels.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { readInstant } from "#lib/format/local-time.ts";
import { pages } from "#lib/paths.ts";
import { announcementQueryOptions, putAnnouncement, removeAnnouncement } from "#lib/query/console/announcement.ts";
import { announcementFormTexts as texts } from "./announcement-form-texts.ts";
import { levelNames } from "./texts.ts";

/** The announcement, and the form that replaces it. */
export function AnnouncementPanel() {
  const reading = useQuery(announcementQueryOptions());
  return (
    <ReadPanel
      title={texts.title}
      reading={reading}
      signInHref={pages.signIn(pages.policy())}
      skeleton={<p className="min-h-48 px-4 py-3 text-ink-muted">{texts.loading}</p>}
    >
      {({ announcement }) => (
        <AnnouncementForm key={announcement?.announcementID ?? "none"} announcement={announcement} />
      )}
    </ReadPanel>
  );
}

function AnnouncementForm({ announcement }: { announcement: Announcement | undefined }) {
  const client = useQueryClient();
  const formID = useId();
  const inputOf = {
    text: `${formID}-text`,
    environments: `${formID}-production`,
    from: `${formID}-from`,
    until: `${formID}-until`,
    "link.url": `${formID}-url`,
    "link.text": `${formID}-link`,
  };
  const zone = useTimeZone();
  const entered = (at: string | undefined): EnteredTime =>
    at === undefined ? enterTime("", zone, consoleNowMs()) : enteredReading(readInstant(at, zone));
  const [text, setText] = useState(announcement?.text ?? "");
  const [level, setLevel] = useState<AnnouncementLevel>(announcement?.level ?? "info");
  const [chosen, setChosen] = useState<readonly Environment[]>(announcement?.environments ?? environments);
  const [from, setFrom] = useState(() => entered(announcement?.from));
  const [until, setUntil] = useState(() => entered(announcement?.until));
  const [url, setUrl] = useState(announcement?.link?.url ?? "");
  const [linkText, setLinkText] = useState(announcement?.link?.text ?? "");
  const change = useConfirmedChange({ inputOf, queryKey: announcementQueryOptions().queryKey });
  const [wrong, setWrong] = useState<Partial<Record<"from" | "until", string | undefined>>>({});
  const problemOf = (time: EnteredTime) => (time.text.trim() === "" ? undefined : textProblem(time, consoleNowMs()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problems = { from: problemOf(from), until: problemOf(until) };
    setWrong(problems);
    const unreadable = (["from", "until"] as const).find((field) => problems[field] !== undefined);
    if (unreadable) {
      document.getElementById(inputOf[unreadable])?.focus();
      return;
    }
    void change.run(async () => {
      const name = linkText.trim() === "" ? {} : { text: linkText };
      const answer = await putAnnouncement({
        text,
        level,
        environments: [...chosen],
        ...(from.reading && { from: from.reading.at }),
        ...(until.reading && { until: until.reading.at }),
        ...(url.trim() !== "" && { link: { url, ...name } }),
      });
      client.setQueryData(announcementQueryOptions().queryKey, answer);
      announce(answer.announcement?.isShown ? texts.saved : texts.savedLater);
    });
  };
  const remove = () =>
    void change.run(async () => {
      await removeAnnouncement();
      announce(texts.removed);
    });
  const toggle = (environment: Environment, isOn: boolean) =>
    setChosen(environments.filter((one) => (one === environment ? isOn : chosen.includes(one))));
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 px-4 py-3">
      <p className="text-ink-muted text-table">{texts.note}</p>
      {announcement && (
        <p className="text-table">
          <span className="font-medium">{announcement.isShown ? texts.shown : texts.notShown}</span>, {texts.by}{" "}
          <bdi>{announcement.by.name ?? announcement.by.email}</bdi>,{" "}
          <Timestamp value={announcement.at} detail="minute" />
        </p>
      )}
      <ErrorSummary title={texts.title} errors={change.errors} attempt={change.attempt} />
      <TextField
        id={inputOf.text}
        label={texts.text}
        value={text}
        maxLength={maxAnnouncement}
        autoComplete="off"
        error={change.errorAt(inputOf.text)}
        onChange={({ target }) => setText(target.value)}
      />
      <Segmented
        legend={texts.level}
        value={level}
        options={announcementLevels.map((value) => ({ value, label: levelNames[value] }))}
        onChange={setLevel}
      />
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
        <legend className="mb-1 font-medium text-table">{texts.environments}</legend>
        {environments.map((environment) => (
          <label key={environment} className="flex min-h-6 items-center gap-2">
            <input
              id={`${formID}-${environment}`}
              type="checkbox"
              className="size-4"
              checked={chosen.includes(environment)}
              onChange={({ target }) => toggle(environment, target.checked)}
            />
            {environmentNames[environment]}
          </label>
        ))}
        {change.errorAt(inputOf.environments) !== undefined && (
          <p className="basis-full text-negative text-table">{change.errorAt(inputOf.environments)}</p>
        )}
      </fieldset>
      <TimeField
        id={inputOf.from}
        label={texts.from}
        value={from}
        onValue={setFrom}
        error={wrong.from ?? change.errorAt(inputOf.from)}
        none={{ preset: texts.fromPreset, meaning: texts.fromMeaning }}
        isZoneFixed
      />
      <TimeField
        id={inputOf.until}
        label={texts.until}
        value={until}
        onValue={setUntil}
        error={wrong.until ?? change.errorAt(inputOf.until)}
        presets={texts.untilPresets}
        none={{ preset: texts.untilPreset, meaning: texts.untilMeaning }}
        isZoneFixed
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id={inputOf["link.url"]}
          label={texts.linkUrl}
          value={url}
          maxLength={2_000}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          error={change.errorAt(inputOf["link.url"])}
          onChange={({ target }) => setUrl(target.value)}
        />
        <TextField
          id={inputOf["link.text"]}
          label={texts.linkText}
          value={linkText}
          maxLength={maxAnnouncementLink}
          autoComplete="off"
          error={change.errorAt(inputOf["link.text"])}
          onChange={({ target }) => setLinkText(target.value)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" aria-disabled={change.isBusy}>
          {announcement ? texts.replace : texts.save}
        </Button>
        {announcement && (
          <Button aria-disabled={change.isBusy} onClick={remove}>
            {texts.remove}
          </Button>
        )}
      </div>
    </form>
  );
}
