/** How long an announcement remains in a live region, in milliseconds. */
export const newsMs = 1_000;

export interface Announcement {
  text: string;
  /**
   * The subject of the announcement, such as the connection. A later announcement with the same subject replaces it.
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
 * Adds an announcement to those in the live regions. The newest is last. Other recent announcements remain: if two
 * arrive together, the second must not silence the first. Each text and each subject occurs only once.
 */
export function withAnnouncement(said: readonly Announcement[], next: Announcement): readonly Announcement[] {
  const isReplaced = ({ text, about }: Announcement) =>
    text === next.text || (about !== undefined && about === next.about);
  const news = said.filter((earlier) => next.at - earlier.at < newsMs && !isReplaced(earlier));
  return [...news, next];
}
