import { classNames } from "#components/ui/class-names.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environmentNames } from "./environment-names.ts";

/** Shows an environment by name, colour and pattern. Used wherever a person is about to change something. */
export function EnvironmentBadge({ environment }: { environment: Environment }) {
  return (
    <span className="inline-flex items-center gap-1.5 align-middle overflow-clip rounded-small border border-line bg-surface pe-2 font-semibold text-ink text-table">
      <span
        aria-hidden
        className={classNames("h-5.5 w-2.5", environment === "production" ? "env-production" : "env-sandbox")}
      />
      {environmentNames[environment]}
    </span>
  );
}
