/** How long what was said is still news, in milliseconds. */
export const newsMs = 1_000;

export interface Announcement {
  text: string;
  /** What it is about, where the next one about it takes its place, such as the connection. */
  about?: string | undefined;
  /** Tells two of the same words apart. */
  number: number;
  /** The live region that announces it. */
  region: string;
  /** When it was said, in milliseconds of the page's own clock. */
  at: number;
}

/**
 * What stands in the live regions once `next` is said, the newest last. What was said shortly before stays: of two
 * announcements at the same moment the second must not silence the first. The same words stand there once, and one
 * statement about each thing.
 */
export function withAnnouncement(said: readonly Announcement[], next: Announcement): readonly Announcement[] {
  const isReplaced = ({ text, about }: Announcement) =>
    text === next.text || (about !== undefined && about === next.about);
  const news = said.filter((earlier) => next.at - earlier.at < newsMs && !isReplaced(earlier));
  return [...news, next];
}
