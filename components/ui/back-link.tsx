import Link from "next/link";
import { ChevronLeft } from "#components/ui/icon/icons.tsx";

/** A link from the page of a record back to its list. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="-ms-1 inline-flex h-6 items-center gap-0.5 pe-1 text-ink-muted text-table hover:text-ink hover:underline print:hidden"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}
