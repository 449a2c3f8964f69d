import { customerForms } from "#components/ui/plural-forms.ts";
import { formatPlural } from "#lib/format/format-number.ts";

export const markedTexts = {
  all: "All customers",
  found: (total: number) => formatPlural(total, customerForms),
  selectAll: (total: string) => `Select all ${total}`,
  caption: "Customers of this list",
  area: "Customers of this list",
  missing: "Not found by the API any more",
  unreadRow: "Could not be read now",
  own: "This list is kept by Switchboard. Each customer of the page is read from the API.",
  emptyPinned: "You have pinned no customers here",
  emptyTag: (tag: string) => `No customer is tagged ${tag}`,
  emptyWhy: "Pin or tag a customer on its page, and it appears here.",
} as const;
