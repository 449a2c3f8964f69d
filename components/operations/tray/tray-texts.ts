const plural = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

export const trayTexts = {
  title: "My operations",
  period: "the last 24 hours, here and in other browsers",
  label: (running: number, unseen: number) => {
    const facts = [
      ...(running > 0 ? [`${running} running`] : []),
      ...(unseen > 0 ? [plural(unseen, "needs a look", "need a look")] : []),
    ];
    return facts.length === 0 ? "My operations" : `My operations: ${facts.join(", ")}`;
  },
  empty: "Nothing asked of the API in the last 24 hours.",
  emptyWhy:
    "Customers that you create and contracts that you change are followed here, also when their page is closed.",
  isNew: "new",
  stuck: "stuck?",
  all: "All operations",
  failed: "The newest state could not be read:",
  notify: "Notify me when they end",
  notifyOn: "Notifications are on",
  notifyOff: "Turn off",
  notifyDenied: "This browser blocks notifications from here.",
  more: (count: number) => `and ${count} more`,
} as const;
