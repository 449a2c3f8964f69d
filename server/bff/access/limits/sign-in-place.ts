import { createHash } from "node:crypto";
import type { RequestHeaders } from "#server/bff/core/route.ts";
import type { KnownPlaceStore } from "#server/bff/store/known-places.ts";
import { addressKey } from "./address-key.ts";

/** The account, network and browser for which a sign-in attempt is counted. */
export interface SignInPlace {
  email: string;
  /** The network of the request. If addresses are unknown, all requests count as one network. */
  network: string;
  /** Null if the browser has no browser ID yet. */
  browserID: string | null;
  /** True if the account has signed in from this network before. */
  isKnownNetwork: boolean;
  isKnownBrowser: boolean;
}

const hashOf = (...parts: readonly string[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

/**
 * Finds out whether the account has signed in from this network or browser before. This takes the same time for an
 * unknown account, so the time does not reveal whether the account exists.
 */
async function findSignInPlace(
  { email, address, browserID }: { email: string; address: string | undefined; browserID: string | null },
  store: KnownPlaceStore,
  nowMs: number,
): Promise<SignInPlace> {
  const network = address === undefined ? "unknown" : addressKey(address);
  const place = { email, network, browserID };
  const { networkHash, browserHash } = hashesOf(place);
  const knownHashes = await store.find([networkHash, ...(browserHash === null ? [] : [browserHash])], nowMs);
  return {
    ...place,
    // If addresses are unknown, all requests share one network. This shared network must never count as known.
    isKnownNetwork: address !== undefined && knownHashes.has(networkHash),
    isKnownBrowser: browserHash !== null && knownHashes.has(browserHash),
  };
}

/**
 * Stores that an account has signed in from this network and this browser. The browser may have got its ID just now.
 */
export async function rememberSignInPlace(
  { email, network }: SignInPlace,
  browserID: string,
  store: KnownPlaceStore,
  nowMs: number,
): Promise<void> {
  const { networkHash, browserHash } = hashesOf({ email, network, browserID });
  await store.remember(hashOf("account", email), [networkHash, browserHash], nowMs);
}

/** Only hashes are stored, so a copy of the store reveals no address and no browser ID. */
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

/** The account, network and browser for which a request is counted. */
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
