"use client";

import { usePathname } from "next/navigation";
import { Fragment } from "react";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { KeyboardKey } from "#components/ui/keyboard/key.tsx";
import { useDescribedShortcuts } from "#components/ui/keyboard/use-shortcut.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { onOff } from "#components/ui/preferences/preferences-texts.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { guidePage, topicAt } from "#lib/guide-topics.ts";
import { goKeys } from "./go-shortcuts.tsx";
import { helpDialogTexts as texts } from "./help-dialog-texts.ts";

const link = "inline-flex min-h-6 items-center text-accent underline underline-offset-2";

interface Row {
  /** The keys to press one after another. Keys that are pressed at the same time are one string. */
  keys: readonly string[];
  label: string;
}

function Group({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-fine text-ink-muted">{title}</h3>
      <dl>
        {rows.map(({ keys, label }) => (
          <div
            key={`${keys.join()} ${label}`}
            className="flex min-h-8 items-center justify-between gap-6 border-line border-t py-1.5"
          >
            <dt className="text-table">{label}</dt>
            <dd className="flex shrink-0 items-center gap-1">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && <span className="text-fine text-ink-muted">{texts.andThen}</span>}
                  <KeyboardKey>{key}</KeyboardKey>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Explains how to find things, lists the keyboard shortcuts of this page, and has a setting that disables single-key
 * shortcuts.
 */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { preferences, setPreference } = usePreferences();
  const described = useDescribedShortcuts();
  const here = described.map(({ key, description }) => ({ keys: [key], label: description }));
  const single = preferences.shortcuts !== "off";
  const topic = topicAt(usePathname());
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1 text-table">
          <p>{texts.find}</p>
          <p>{texts.problem}</p>
          <p>
            <a href={guidePage()} className={link}>
              {texts.guide}
            </a>
            {topic && (
              <>
                {" · "}
                <a href={guidePage(topic.page, topic.anchor)} className={link}>
                  {texts.topic(topic.title)}
                </a>
              </>
            )}
          </p>
        </div>
        <Group
          title={texts.everywhere}
          rows={[
            { keys: [texts.lookupKeys], label: texts.lookup },
            { keys: ["Esc"], label: texts.close },
          ]}
        />
        <div className="rounded-base bg-sunken px-3 py-2">
          <Segmented
            legend={texts.single}
            value={single ? "on" : "off"}
            options={onOff}
            onChange={(value) => setPreference("shortcuts", value)}
          />
          <p className="mt-1 text-fine text-ink-muted">{single ? texts.singleOn : texts.singleOff}</p>
        </div>
        {single && (
          <>
            {here.length > 0 && <Group title={texts.here} rows={here} />}
            <Group title={texts.go} rows={goKeys.map(({ key, title }) => ({ keys: ["g", key], label: title }))} />
          </>
        )}
      </div>
    </Dialog>
  );
}
