import { environmentNames } from "#components/ui/environment/environment-names.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { FrozenNow } from "#lib/contract/operations/freeze.ts";
import { formatWithZone } from "#lib/format/zoned-time.ts";

export const frozenTexts = {
  /** What is frozen, and until when. */
  title: (environment: Environment, { scope, until, zone }: Pick<FrozenNow, "scope" | "until" | "zone">) => {
    const what = scope === "all" ? "Changes" : "Planned changes";
    const end = until === undefined ? "until an administrator ends the freeze" : `until ${formatWithZone(until, zone)}`;
    return `${what} in ${environmentNames[environment]} are frozen ${end}`;
  },
  reason: (reason: string) => (reason === "" ? "" : `Reason: ${reason}`),
} as const;
