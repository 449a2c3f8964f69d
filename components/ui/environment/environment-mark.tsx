import { classNames } from "#components/ui/class-names.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environmentNames } from "./environment-names.ts";

/** An environment's pattern and name. The environments differ by name, shape and colour. */
export function EnvironmentMark({ environment, className }: { environment: Environment; className?: string }) {
  return (
    <span
      className={classNames(
        "inline-flex shrink-0 items-center gap-1.5 overflow-clip rounded-small border border-line bg-surface pe-1.5 font-medium text-fine text-ink",
        className,
      )}
    >
      <span
        aria-hidden
        className={classNames("h-4.5 w-2", environment === "production" ? "env-production" : "env-sandbox")}
      />
      {environmentNames[environment]}
    </span>
  );
}
