"use client";

import { Activity, Hash, History, LayoutDashboard, type LucideIcon, Users, Webhook } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "#components/ui/class-names.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { shellTexts as texts } from "./texts.ts";

interface Place {
  label: string;
  icon: LucideIcon;
  href: (environment: Environment) => string;
  /** Pages below it belong to it too. */
  hasPagesBelow: boolean;
  /** Pages elsewhere that are reached from it. */
  hasToo?: (environment: Environment) => string;
}

const places: readonly Place[] = [
  { label: texts.overview, icon: LayoutDashboard, href: pages.overview, hasPagesBelow: false },
  { label: texts.customers, icon: Users, href: (at) => pages.customers(at), hasPagesBelow: true },
  { label: texts.jobs, icon: Activity, href: (at) => pages.jobs(at), hasPagesBelow: true },
  { label: texts.numbers, icon: Hash, href: (at) => pages.numbers(at), hasPagesBelow: true },
  { label: texts.webhooks, icon: Webhook, href: (at) => pages.webhooks(at), hasPagesBelow: true },
  {
    label: texts.operations,
    icon: History,
    href: (at) => pages.operations(at),
    hasPagesBelow: true,
    hasToo: (at) => pages.bulks(at),
  },
];

/** The pages of an environment: a slim rail, or a bar at the bottom of a narrow screen. */
export function Rail({ environment }: { environment: Environment }) {
  const pathname = usePathname();
  return (
    <nav
      aria-label={texts.pages}
      className="fixed z-20 border-line bg-surface max-md:inset-x-0 max-md:bottom-0 max-md:border-t md:top-13 md:bottom-0 md:w-18 md:border-e print:hidden"
    >
      <ul className="flex gap-1 p-1.5 max-md:gap-0 max-md:px-1 md:flex-col">
        {places.map(({ label, icon: Icon, href, hasPagesBelow, hasToo }) => {
          const to = href(environment);
          const has = (path: string) => pathname === path || (hasPagesBelow && pathname.startsWith(`${path}/`));
          const current = has(to) || (hasToo !== undefined && has(hasToo(environment)));
          return (
            <li key={label} className="max-md:min-w-0 max-md:flex-1">
              <Link
                href={to}
                prefetch={false}
                aria-current={current ? "page" : undefined}
                className={classNames(
                  "flex h-12 flex-col items-center justify-center gap-0.5 rounded-base text-label",
                  current
                    ? "bg-accent-soft font-medium text-accent forced-colors:forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]"
                    : "text-ink-muted hover:bg-sunken hover:text-ink",
                )}
              >
                <Icon aria-hidden className="size-4.5" />
                <span className={current ? undefined : "max-[22rem]:sr-only"}>{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
