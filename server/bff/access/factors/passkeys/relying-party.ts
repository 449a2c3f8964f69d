import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Origins } from "#server/bff/core/origins.ts";

/**
 * The relying party of passkeys. Its ID is the host of the console's first origin. All origins with this host belong to
 * the relying party.
 */
export function relyingParty({ origins }: { origins: Origins }): { id: string; origins: string[] } {
  const current = origins.current();
  const [first] = current;
  if (first === undefined) throw new AppError("internal", "The console does not know its own address.");
  const id = new URL(first).hostname;
  return { id, origins: [...current].filter((origin) => new URL(origin).hostname === id) };
}
