/** How long an announcement stays in a live region, in milliseconds. */
export const newsMs = 1_000;

export interface Announcement {
  text: string;
  /**
   * What the announcement is about, such as the connection. A later announcement about the same subject replaces it.
   */
  about?: string | undefined;
  /** A number that distinguishes two announcements with the same text. */
  number: number;
  /** The ID of the live region for the announcement. */
  region: string;
  /** The time of the announcement, in milliseconds of the page's clock. */
  at: number;
}

/**
 * The content of the live regions after a new announcement, the newest last. Recent announcements stay: if two come at
 * the same moment, the second must not silence the first. Each text and each subject occurs once.
 */
export function withAnnouncement(said: readonly Announcement[], next: Announcement): readonly Announcement[] {
  const isReplaced = ({ text, about }: Announcement) =>
    text === next.text || (about !== undefined && about === next.about);
  const news = said.filter((earlier) => next.at - earlier.at < newsMs && !isReplaced(earlier));
  return [...news, next];
}
