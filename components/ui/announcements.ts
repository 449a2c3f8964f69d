/** How long an announcement stays in the live region, in milliseconds. */
export const newsMs = 1_000;

export interface Announcement {
  text: string;
  /** The subject, such as the connection. A later announcement with the same subject replaces this one. */
  about?: string | undefined;
  /** Distinguishes two announcements with the same text. */
  number: number;
  /** The ID of the live region that announces it. */
  region: string;
  /** The time of the announcement, in milliseconds of the page's clock. */
  at: number;
}

/**
 * The content of the live regions after `next`, newest last. Recent announcements stay, because the second of two at
 * the same moment must not silence the first. Each text and each subject appears once.
 */
export function withAnnouncement(said: readonly Announcement[], next: Announcement): readonly Announcement[] {
  const isReplaced = ({ text, about }: Announcement) =>
    text === next.text || (about !== undefined && about === next.about);
  const news = said.filter((earlier) => next.at - earlier.at < newsMs && !isReplaced(earlier));
  return [...news, next];
}
