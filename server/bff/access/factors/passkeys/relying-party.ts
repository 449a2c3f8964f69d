import { AppError } from "#lib/contract/operations/app-error.ts";

/** The relying party of the passkeys: the host of the console's first origin, and all origins with that host. */
export function relyingParty({ origins }: { origins: ReadonlySet<string> }): { id: string; origins: string[] } {
  const [first] = origins;
  if (first === undefined) throw new AppError("internal", "The console does not know its own address.");
  const id = new URL(first).hostname;
  return { id, origins: [...origins].filter((origin) => new URL(origin).hostname === id) };
}
