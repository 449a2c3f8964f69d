import { createHash } from "node:crypto";
import type { KnownPlaceStore } from "../store/known-places.ts";
import { addressKey } from "./address-key.ts";

/** What an attempt to sign in is counted by. */
export interface SignInPlace {
  email: string;
  /** The network that it comes from; one for all whose address is not known. */
  network: string;
  /** Null for a browser that brings no ID of ours. */
  browserID: string | null;
  /** Whether this account has signed in there before. */
  isKnownNetwork: boolean;
  isKnownBrowser: boolean;
}

const hashOf = (...parts: readonly string[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

/** Asks the store what it knows of the place; of an unknown account it knows nothing, in the same time. */
export async function findSignInPlace(
  { email, address, browserID }: { email: string; address: string | undefined; browserID: string | null },
  store: KnownPlaceStore,
  nowMs: number,
): Promise<SignInPlace> {
  const network = address === undefined ? "unknown" : addressKey(address);
  const place = { email, network, browserID };
  const { networkHash, browserHash } = hashesOf(place);
  const known = await store.find([networkHash, ...(browserHash === null ? [] : [browserHash])], nowMs);
  return {
    ...place,
    // Where addresses are not known, everybody comes from the same one.
    isKnownNetwork: address !== undefined && known.has(networkHash),
    isKnownBrowser: browserHash !== null && known.has(browserHash),
  };
}

/** Remembers where an account has signed in: by this network, and by this browser, whose ID may be new. */
export async function rememberSignInPlace(
  { email, network }: SignInPlace,
  browserID: string,
  store: KnownPlaceStore,
  nowMs: number,
): Promise<void> {
  const { networkHash, browserHash } = hashesOf({ email, network, browserID });
  await store.remember(hashOf("account", email), [networkHash, browserHash], nowMs);
}

/** The store learns no address and no ID that would make a browser known. */
function hashesOf<B extends string | null>({
  email,
  network,
  browserID,
}: {
  email: string;
  network: string;
  browserID: B;
}) {
  return {
    networkHash: hashOf("network", email, network),
    browserHash: (browserID === null ? null : hashOf("browser", email, browserID)) as B,
  };
}
