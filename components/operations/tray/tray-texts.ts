const plural = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

export const trayTexts = {
  period: "Last 24 hours, all your browsers",
  waiting: (count: number) => `${plural(count, "item waits", "items wait")} for you in all environments`,
  empty: "No operations to show",
  emptyWhy: "Customers that you create and contracts that you change appear here, even after you close their page.",
  isNew: "New",
  dismiss: (title: string) => `Dismiss: ${title}`,
  dismissAll: "Dismiss all",
  bulk: (member: string, value: string) => `Bulk change: ${member} to ${value}`,
  bulkUndo: "Undo of a bulk change",
  bulkOwn: "Bulk change of plans and terms",
  import: (fileName: string) => `Import: ${fileName}`,
  runProgress: (done: string, of: string) => `${done} of ${of}`,
  stuck: "seems stuck",
  all: "All operations",
  failed: "The latest state could not be read:",
  notify: "Notify me when they finish",
  notifyOn: "Notifications are on",
  notifyOff: "Turn off",
  notifyDenied: "This browser blocks notifications from this site.",
  more: (count: number) => `and ${count} more`,
} as const;
