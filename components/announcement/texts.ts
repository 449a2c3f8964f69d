import type { AnnouncementLevel } from "#lib/contract/values/console/announcement-levels.ts";

export const announcementTexts = {
  /** Differs from the title of the form, because the page of the form shows both. */
  label: "Announcement by an administrator",
  close: "Close this announcement",
} as const;

/** Shown before the text, so that the level does not depend on its colour. */
export const levelNames: Readonly<Record<AnnouncementLevel, string>> = {
  info: "Information",
  warning: "Warning",
  critical: "Important",
};
