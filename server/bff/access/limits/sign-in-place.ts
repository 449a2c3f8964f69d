import { createHash } from "node:crypto";
import type { RequestHeaders } from "#server/bff/core/route.ts";
import type { KnownPlaceStore } from "#server/bff/store/known-places.ts";
import { addressKey } from "./address-key.ts";

/** The keys that an attempt to sign in is counted by. */
export interface SignInPlace {
  email: string;
  /** The network that it comes from; all unknown addresses share one. */
  network: string;
  /** Null for a browser without an ID of the console. */
  browserID: string | null;
  /** Whether this account has signed in there before. */
  isKnownNetwork: boolean;
  isKnownBrowser: boolean;
}

const hashOf = (...parts: readonly string[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

/** Asks the store whether the account knows the place; an unknown account knows none, and takes the same time. */
async function findSignInPlace(
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
    // Where addresses are not known, all share one.
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

/** The store holds hashes only: neither an address nor an ID that would make a browser known. */
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

/** What a request of this account is counted by. */
export function placeOf({ services, requestHeaders, address }: PlacedRequest, email: string): Promise<SignInPlace> {
  const browserID = services.browserCookie.read(requestHeaders.get("cookie"));
  return findSignInPlace({ email, address, browserID }, services.store.knownPlaces, services.clock.now());
}

interface PlacedRequest {
  services: {
    browserCookie: { read(cookieHeader: string | null): string | null };
    store: { knownPlaces: KnownPlaceStore };
    clock: { now(): number };
  };
  requestHeaders: RequestHeaders;
  address: string | undefined;
}
