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

export const announcementFormTexts = {
  title: "Announcement",
  note: "A message on every page and in the lookup. Each person can close it.",
  text: "Message",
  level: "Level",
  environments: "Environments",
  from: "Shown from",
  fromMeaning: "At once",
  fromPreset: "At once",
  until: "Shown until",
  untilMeaning: "Until somebody removes it",
  untilPreset: "No end",
  untilPresets: ["in 4 hours", "tomorrow 18:00"],
  linkUrl: "Link (https)",
  linkText: "Name of the link",
  save: "Announce",
  replace: "Replace",
  remove: "Remove",
  saved: "The announcement is on every page now.",
  savedLater: "The announcement is saved. It appears at its time.",
  removed: "The announcement is removed.",
  shown: "Shown now",
  notShown: "Not shown now",
  by: "by",
  loading: "Loading…",
} as const;
