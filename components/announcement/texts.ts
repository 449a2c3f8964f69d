import type { AnnouncementLevel } from "#lib/contract/values/console/announcement-levels.ts";

export const announcementTexts = {
  label: "Announcement",
  close: "Close this announcement",
} as const;

/** Shown before the text, so that the level does not depend on its colour. */
export const levelNames: Readonly<Record<AnnouncementLevel, string>> = {
  info: "Information",
  warning: "Warning",
  critical: "Important",
};
