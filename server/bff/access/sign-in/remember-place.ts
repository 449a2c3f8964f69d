import { rememberSignInPlace, type SignInPlace } from "#server/bff/access/limits/sign-in-place.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { SignInServices } from "./sign-in-services.ts";

/** Stores that the account has used this browser and this network. */
export async function rememberPlace(
  { services, responseHeaders }: Pick<RouteContext<"anyone", string, SignInServices>, "services" | "responseHeaders">,
  place: SignInPlace,
): Promise<void> {
  const { browserCookie, clock, store } = services;
  const browserID = place.browserID ?? browserCookie.newBrowserID();
  await rememberSignInPlace(place, browserID, store.knownPlaces, clock.now());
  responseHeaders.append("Set-Cookie", browserCookie.keep(browserID));
}
