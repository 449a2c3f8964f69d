import "server-only";
import { headers } from "next/headers";
import { cache } from "react";
import type { SsoProviderChoice } from "#lib/contract/access/sso.ts";
import type { Preferences } from "#lib/contract/console/preferences.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { ReadRouteKey } from "#server/bff/bff.ts";
import type { DemoPersona } from "#server/bff/demo/demo-personas.ts";
import type { PerformRequest } from "#server/bff/http/pipeline/perform-route.ts";
import type { RouteOutput } from "#server/bff/rooms.ts";
import { readSharedGuide, sharedBff, sharedFirstFiles } from "#server/bff/shared-bff.ts";

/**
 * Lets pages call the BFF directly (docs/decisions/0001-one-bff.md). Each call acts for the person whose request is
 * being rendered. Each call checks session, role and environment, even if `proxy.ts` has already checked them. Throws
 * AppError if the call is refused or fails.
 */
export async function perform<K extends ReadRouteKey>(
  key: K,
  request: Pick<PerformRequest, "params" | "query"> = {},
): Promise<RouteOutput<K>> {
  const headerList = await headers();
  const requestID = headerList.get("x-request-id");
  return sharedBff().perform(key, {
    ...request,
    cookieHeader: headerList.get("cookie"),
    ...(requestID ? { requestID } : {}),
  });
}

/** The current session. Null if nobody is signed in. Cached per request. */
export const currentSession = cache(async (): Promise<Session | null> => {
  try {
    return await perform("GET /api/session");
  } catch (error) {
    if (isAppError(error) && error.code === "not_signed_in") return null;
    throw error;
  }
});

/** The person's preferences. Empty without a session. */
export const currentPreferences = cache(async (): Promise<Preferences> => {
  try {
    return (await perform("GET /api/me")).preferences;
  } catch {
    // If the preferences cannot be read, the page works without them. The page's other requests report the error.
    return {};
  }
});

/** The personas that the sign-in page offers in demo mode. Null if demo mode is off. */
export function demoPersonas(): DemoPersona[] | null {
  return sharedBff().demoPersonas();
}

/** True if the console stores known customers. */
export function isKnownOn(): boolean {
  return sharedBff().isKnownOn();
}

/** True if the list of customers may load its next page without a sign that the person wants it. */
export function isReadAheadOn(): boolean {
  return sharedBff().isReadAheadOn();
}

/** The files that the sign-in page loads while the browser is idle. Undefined if it loads none. */
export const firstFiles = sharedFirstFiles;

/** The single sign-on providers that the sign-in page offers. */
export function ssoProviders(): SsoProviderChoice[] {
  return sharedBff().ssoProviders();
}

/** Reads a file of the guide of this version. Only for signed-in people. */
export const readGuideFile = readSharedGuide;
