/** How important an announcement is, least important first. */
export const announcementLevels = ["info", "warning", "critical"] as const;

export type AnnouncementLevel = (typeof announcementLevels)[number];

/** The maximum length of an announcement and of the name of its link, in characters. */
export const maxAnnouncement = 300;
export const maxAnnouncementLink = 80;
