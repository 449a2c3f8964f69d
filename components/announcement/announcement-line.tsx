"use client";

import { useQuery } from "@tanstack/react-query";
import { IconButton } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import {
  CircleAlert,
  ExternalLink,
  type IconComponent,
  OctagonAlert,
  TriangleAlert,
  X,
} from "#components/ui/icon/icons.tsx";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import type { AnnouncementAnswer } from "#lib/contract/console/announcement.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { AnnouncementLevel } from "#lib/contract/values/console/announcement-levels.ts";
import { announcementQueryOptions } from "#lib/query/console/announcement.ts";
import { levelNames, announcementTexts as texts } from "./texts.ts";

const levelStyles: Readonly<Record<AnnouncementLevel, { icon: IconComponent; box: string; color: string }>> = {
  info: { icon: CircleAlert, box: "border-line bg-surface", color: "text-accent" },
  warning: { icon: TriangleAlert, box: "border-caution/40 bg-caution-soft", color: "text-caution" },
  critical: { icon: OctagonAlert, box: "border-negative/40 bg-negative-soft", color: "text-negative" },
};

interface AnnouncementLineProps {
  /** The environment of the page. Absent: an announcement for any of the person's environments is shown. */
  environment: Environment | undefined;
  /** What the server read for the page, so that the page does not move when it appears. */
  initial: AnnouncementAnswer | undefined;
  className?: string;
}

/** The administrator's announcement, until the person closes it. A closed announcement stays closed in every browser. */
export function AnnouncementLine({ environment, initial, className }: AnnouncementLineProps) {
  const { data } = useQuery({ ...announcementQueryOptions(), ...(initial && { initialData: initial }) });
  const { preferences, setPreference } = usePreferences();
  const announcement = data?.announcement;
  if (!announcement?.isShown || preferences.dismissedAnnouncement === announcement.announcementID) return null;
  if (environment !== undefined && !announcement.environments.includes(environment)) return null;
  const { announcementID, text, level, link } = announcement;
  const { icon: Icon, box, color } = levelStyles[level];
  return (
    <section
      aria-label={texts.label}
      className={classNames(
        "flex items-start gap-3 rounded-base border py-1.5 ps-3 pe-1.5 text-table print:hidden",
        box,
        className,
      )}
    >
      <Icon aria-hidden className={classNames("mt-2 size-4 shrink-0", color)} />
      <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        <strong className="font-semibold">{levelNames[level]}:</strong> <bdi>{text}</bdi>
        {link && (
          <>
            {" "}
            <a
              href={link.url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex items-center gap-1 text-accent underline"
            >
              <bdi>{link.text ?? URL.parse(link.url)?.host ?? link.url}</bdi>
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          </>
        )}
      </p>
      <IconButton label={texts.close} onClick={() => setPreference("dismissedAnnouncement", announcementID)}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </section>
  );
}
