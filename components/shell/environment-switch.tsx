"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "#components/ui/class-names.ts";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environments as all } from "#lib/contract/values/environments.ts";
import { samePage } from "#lib/page/same-page.ts";
import { shellTexts as texts } from "./texts.ts";

const menuID = "environments";

const currentClass: Readonly<Record<Environment, string>> = {
  production: "forced-color-adjust-none bg-production text-on-fill focus-visible:outline-current",
  sandbox: "forced-color-adjust-none bg-sandbox text-on-sandbox focus-visible:outline-current",
};

function Mark({ environment }: { environment: Environment }) {
  return (
    <span
      aria-hidden
      className={classNames("h-full w-2 shrink-0", environment === "production" ? "env-production" : "env-sandbox")}
    />
  );
}

interface EnvironmentSwitchProps {
  /** The environment of the page, if it has one. */
  environment: Environment | undefined;
  environments: readonly Environment[];
}

/**
 * Shows the current environment by colour, pattern and name, and links to the other environment. A narrow bar has no
 * space for both names: it shows the name of the current environment on a button, which opens the links as a menu.
 */
export function EnvironmentSwitch({ environment, environments }: EnvironmentSwitchProps) {
  const pathname = usePathname();
  const isMenu = environments.length > 1;
  return (
    <nav aria-label={texts.environment} className="flex shrink-0 print:hidden">
      {isMenu && (
        <button
          type="button"
          popoverTarget={menuID}
          data-environment={environment ?? ""}
          className={classNames(
            "button menu-button h-8 overflow-clip border-line pe-1.5 font-semibold -outline-offset-2 max-[22rem]:after:hidden sm:hidden",
            environment ? currentClass[environment] : "ps-2.5",
          )}
        >
          {environment && <Mark environment={environment} />}
          {environment ? environmentNames[environment] : texts.environment}
        </button>
      )}
      <ul
        {...(isMenu && { id: menuID, popover: "auto" })}
        className={classNames(
          "overflow-clip rounded-base border border-line",
          isMenu ? "environment-menu anchored max-sm:w-44 sm:m-0 sm:flex" : "flex",
        )}
      >
        {all
          .filter((candidate) => environments.includes(candidate))
          .map((candidate) => (
            <li key={candidate} className="not-first:border-line sm:not-first:border-s">
              <Link
                href={samePage(pathname, environment, candidate)}
                prefetch={false}
                data-environment={candidate}
                aria-current={candidate === environment ? "true" : undefined}
                onClick={() => isMenu && closePopover(menuID)}
                className={classNames(
                  "environment-link",
                  candidate === environment
                    ? classNames("font-semibold", currentClass[candidate])
                    : "text-ink-muted hover:bg-sunken hover:text-ink",
                )}
              >
                <Mark environment={candidate} />
                {environmentNames[candidate]}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
