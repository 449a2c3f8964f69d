/** How long an announcement remains in a live region, in milliseconds. */
export const newsMs = 1_000;

export interface Announcement {
  text: string;
  /**
   * The subject of the announcement, such as the connection. A later announcement with the same subject replaces the
   * earlier announcement.
   */
  about?: string | undefined;
  /** Distinguishes two announcements with the same text. */
  number: number;
  /** The ID of the live region that contains the announcement. */
  region: string;
  /** The time of the announcement, in milliseconds of the page's clock. */
  at: number;
}

/**
 * Adds an announcement to the announcements in the live regions. The newest announcement is last. Other recent
 * announcements remain, so that one of two simultaneous announcements does not silence the other. Each text and each
 * subject occurs only once.
 */
export function withAnnouncement(said: readonly Announcement[], next: Announcement): readonly Announcement[] {
  const isReplaced = ({ text, about }: Announcement) =>
    text === next.text || (about !== undefined && about === next.about);
  const news = said.filter((earlier) => next.at - earlier.at < newsMs && !isReplaced(earlier));
  return [...news, next];
}
