import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from "jose";
import * as oidc from "openid-client";
import type { SsoProviderChoice } from "#lib/contract/access/sso.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { readBody } from "#server/api-client/transport/read-body.ts";
import { bodyTooLong } from "#server/api-client/transport/upstream-answer.ts";
import { createUpstreamFetch, type FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import { isLoopbackUrl } from "#server/bff/config/loopback.ts";
import type { SsoProviderEnv } from "#server/bff/config/sso-env.ts";
import type { Logger } from "#server/bff/core/log/log.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { SsoRefusal } from "./sso-refusal.ts";

/** The time limit of a request to a provider, in seconds. It is short, because a person is waiting. */
const timeoutSeconds = 10;

/** How long the metadata of a provider is used before it is read again, in milliseconds. */
const rediscoverMs = 60 * 60_000;

const maxAnswerBytes = 1024 * 1024;

type Fetch = (url: string, options: object) => Promise<Response>;

interface Dependencies {
  clock: Clock;
  log: Logger;
  /** Replaces `fetch` in tests, because the test provider has a different address. */
  fetch?: Fetch | undefined;
}

export type SsoProviders = ReturnType<typeof createSsoProviders>;

export function createSsoProviders(envs: readonly SsoProviderEnv[], dependencies: Dependencies) {
  // The fetch function of the API client, with separate connections. It never decompresses what a provider sends.
  const upstreamFetch = createUpstreamFetch({ maxBodyBytes: maxAnswerBytes });
  const ownFetch: Fetch = (url, options) => fetchFromProvider(upstreamFetch, url, options);
  const providers = envs.map((env) => createProvider(env, { ...dependencies, fetch: dependencies.fetch ?? ownFetch }));
  return {
    /** The providers for the sign-in page. */
    choices: (): SsoProviderChoice[] => envs.map(({ name, label }) => ({ name, label })),
    all: (): readonly SsoProvider[] => providers,
    /** The provider with this name. Without a name, the only configured provider. Undefined if no provider fits. */
    find: (name: string | undefined): SsoProvider | undefined =>
      name === undefined && providers.length === 1 ? providers[0] : providers.find(({ env }) => env.name === name),
    close: async (): Promise<void> => upstreamFetch.close?.(),
  };
}

/** The options with which openid-client and jose call a custom fetch function. */
interface ProviderRequest {
  method?: string;
  headers?: HeadersInit;
  body?: URLSearchParams | string | null;
  signal?: AbortSignal | null;
}

/** The response headers that openid-client reads. */
const readHeaders = ["content-type", "dpop-nonce", "www-authenticate"];

const statusesWithoutBody = new Set([204, 205, 304]);

/**
 * Sends a request to a provider. Returns the answer in the form that openid-client and jose expect. Compressed content
 * is refused and never decompressed. Like `fetch`, it throws TypeError if there is no usable answer, and throws the
 * signal's reason after an abort.
 */
async function fetchFromProvider(upstreamFetch: FetchLike, url: string, options: object): Promise<Response> {
  const { method = "GET", headers, body, signal: requestSignal } = options as ProviderRequest;
  const signal = requestSignal ?? AbortSignal.timeout(timeoutSeconds * 1_000);
  try {
    const answer = await upstreamFetch(url, {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), "accept-encoding": "identity" },
      ...(body ? { body: body.toString() } : {}),
      signal,
    });
    const bytes = await readBody(answer, maxAnswerBytes);
    if (bytes === bodyTooLong) throw new TypeError("The provider's answer is too long.");
    const encoding = answer.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
    if (encoding !== "" && encoding !== "identity") throw new TypeError("The provider's answer is compressed.");
    const keptHeaders = readHeaders.flatMap((name): [string, string][] => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const content = statusesWithoutBody.has(answer.status) ? null : (bytes as Uint8Array<ArrayBuffer>);
    return new Response(content, { status: answer.status, headers: keptHeaders });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw cause instanceof TypeError ? cause : new TypeError("The provider cannot be reached.", { cause });
  }
}

/** A configured provider with its metadata. */
export type SsoProvider = ReturnType<typeof createProvider>;

function createProvider(env: SsoProviderEnv, { clock, log, fetch }: Dependencies & { fetch: Fetch }) {
  let cachedMetadata: { configuration: oidc.Configuration; atMs: number } | null = null;
  let asking: Promise<oidc.Configuration> | null = null;
  let keySet: { address: string; keys: JWTVerifyGetKey } | null = null;

  async function discover(): Promise<oidc.Configuration> {
    try {
      const configuration = await oidc.discovery(new URL(env.issuer), env.clientID, undefined, clientSecret(env), {
        timeout: timeoutSeconds,
        [oidc.customFetch]: fetch as unknown as oidc.CustomFetch,
        execute: [
          // The signature is verified even if the token comes directly from the provider.
          oidc.enableNonRepudiationChecks,
          ...(isLoopbackUrl(env.issuer) ? [oidc.allowInsecureRequests] : []),
        ],
      });
      cachedMetadata = { configuration, atMs: clock.monotonic() };
      return configuration;
    } catch (error) {
      log.warn({ provider: env.name, error: describeCause(error) }, "a provider of single sign-on does not answer");
      // The provider does not answer, so its earlier metadata is used. It is most likely still correct.
      if (cachedMetadata) return cachedMetadata.configuration;
      throw new SsoRefusal("provider_unavailable", {}, error);
    }
  }

  /**
   * Returns the metadata of the provider. They are requested at the first use and then once an hour. If that fails, the
   * earlier metadata are returned. Throws SsoRefusal `provider_unavailable` if there are no earlier metadata.
   */
  async function configuration(): Promise<oidc.Configuration> {
    if (cachedMetadata && clock.monotonic() - cachedMetadata.atMs < rediscoverMs) return cachedMetadata.configuration;
    asking ??= discover().finally(() => {
      asking = null;
    });
    return asking;
  }

  return {
    env,
    configuration,
    /**
     * Returns the keys with which the provider signs its tokens. Throws SsoRefusal `provider_unavailable` if the
     * metadata cannot be read or name no address of keys.
     */
    async keys(): Promise<JWTVerifyGetKey> {
      const address = (await configuration()).serverMetadata().jwks_uri;
      if (address === undefined) throw new SsoRefusal("provider_unavailable");
      if (keySet?.address !== address) {
        const keys = createRemoteJWKSet(new URL(address), {
          timeoutDuration: timeoutSeconds * 1_000,
          [joseFetch]: fetch as never,
        });
        keySet = { address, keys };
      }
      return keySet.keys;
    },
  };
}

/**
 * Sends the client secret in the body if the provider supports this. Otherwise sends it in a header, which every
 * provider must support.
 */
function clientSecret({ clientSecret: secret }: SsoProviderEnv): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    return (methods?.includes("client_secret_post") ? inBody : inHeader)(server, ...rest);
  };
}
