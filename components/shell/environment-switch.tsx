"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "#components/ui/class-names.ts";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environments as all } from "#lib/contract/values/environments.ts";
import { samePage } from "#lib/page/same-page.ts";
import { shellTexts as texts } from "./texts.ts";

const currentLook: Readonly<Record<Environment, string>> = {
  production: "forced-color-adjust-none bg-production text-on-fill focus-visible:outline-current",
  sandbox: "forced-color-adjust-none bg-sandbox text-on-sandbox focus-visible:outline-current",
};

interface EnvironmentSwitchProps {
  /** The environment of the page, if it has one. */
  environment: Environment | undefined;
  environments: readonly Environment[];
}

/** Shows the current environment by colour, pattern and name, and links to the other environment. */
export function EnvironmentSwitch({ environment, environments }: EnvironmentSwitchProps) {
  const pathname = usePathname();
  return (
    // In a narrow bar, the name of the other environment is shortened. The name of the current environment is always
    // complete.
    <nav aria-label={texts.environment} className="min-w-0 print:hidden">
      <ul className="flex overflow-clip rounded-base border border-line">
        {all
          .filter((candidate) => environments.includes(candidate))
          .map((candidate) => {
            const current = candidate === environment;
            return (
              <li
                key={candidate}
                className={classNames("not-first:border-line not-first:border-s", current ? "shrink-0" : "min-w-0")}
              >
                <Link
                  href={samePage(pathname, environment, candidate)}
                  prefetch={false}
                  data-environment={candidate}
                  aria-current={current ? "true" : undefined}
                  className={classNames(
                    "flex h-7.5 items-center text-table -outline-offset-2",
                    current ? currentLook[candidate] : "text-ink-muted hover:bg-sunken hover:text-ink",
                    current && "font-semibold",
                  )}
                >
                  <span
                    aria-hidden
                    className={classNames(
                      "h-full w-2 shrink-0",
                      candidate === "production" ? "env-production" : "env-sandbox",
                    )}
                  />
                  <span className="truncate px-2.5 max-sm:px-1.5 max-[22rem]:px-1">{environmentNames[candidate]}</span>
                </Link>
              </li>
            );
          })}
      </ul>
    </nav>
  );
}
