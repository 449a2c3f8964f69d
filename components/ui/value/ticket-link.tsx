import Link from "next/link";
import { classNames } from "#components/ui/class-names.ts";
import { pages } from "#lib/paths.ts";

/** A ticket, with a link to everything that was done for it. */
export function TicketLink({ ticket, className }: { ticket: string; className?: string }) {
  return (
    <Link href={pages.ticket(ticket)} prefetch={false} className={classNames("text-accent hover:underline", className)}>
      <bdi>{ticket}</bdi>
    </Link>
  );
}
