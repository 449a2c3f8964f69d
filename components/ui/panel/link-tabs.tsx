import Link from "next/link";

interface LinkTabsProps {
  label: string;
  tabs: readonly { href: string; name: string; isCurrent: boolean }[];
}

/** Tabs for related pages. Each tab is a page of its own, so the tabs are links. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className="-mb-1 overflow-x-auto border-line border-b print:hidden">
      <ul className="flex gap-1 max-sm:gap-0">
        {tabs.map(({ href, name, isCurrent }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={isCurrent ? "page" : undefined}
              className="flex h-9 items-center whitespace-nowrap border-transparent border-b-2 px-3 text-ink-muted text-table max-sm:px-2 -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
