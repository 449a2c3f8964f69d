const plural = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

export const trayTexts = {
  title: "My operations",
  period: "Last 24 hours, in all your browsers",
  label: (running: number, unseen: number) => {
    const facts = [
      ...(running > 0 ? [`${running} running`] : []),
      ...(unseen > 0 ? [plural(unseen, "needs attention", "need attention")] : []),
    ];
    return facts.length === 0 ? "My operations" : `My operations: ${facts.join(", ")}`;
  },
  empty: "No operations in the last 24 hours.",
  emptyWhy: "Customers that you create and contracts that you change appear here, even after you close their page.",
  isNew: "New",
  stuck: "seems stuck",
  all: "All operations",
  failed: "The latest state could not be read:",
  notify: "Notify me when they finish",
  notifyOn: "Notifications are on",
  notifyOff: "Turn off",
  notifyDenied: "This browser blocks notifications from this site.",
  more: (count: number) => `and ${count} more`,
} as const;
