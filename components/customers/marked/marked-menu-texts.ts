export const markedMenuTexts = {
  menu: "Pinned and tags",
  tag: "Tag",
  yourPins: "Pinned by you",
  tags: "Tags of the team",
  noTags: "No customer has a tag yet.",
  where: "Pin and tag customers on their pages.",
  loading: "Loading…",
  unread: "The tags could not be read.",
  remove: (name: string) => `Remove filter ${name}`,
} as const;
