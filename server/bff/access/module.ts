import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { createRefusalRecorder } from "#server/bff/audit/refusal-recorder.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import { isSecure } from "#server/bff/config/origins.ts";
import { createTicketRules } from "#server/bff/config/ticket-rules.ts";
import type { CoreServices, StoreServices } from "#server/bff/core/core-services.ts";
import { createSendMail } from "#server/bff/core/mail.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createWorkQueue } from "#server/bff/core/queues/work-queue.ts";
import type { ClientServices } from "./clients/client-services.ts";
import { findInForce } from "./clients/find-in-force.ts";
import { createChallengeCookie } from "./factors/passkeys/challenge-cookie.ts";
import { createSecretSeal, resealSecrets } from "./factors/secret-seal.ts";
import { createFactorThrottle } from "./limits/factor-throttle.ts";
import { createSignInThrottle } from "./limits/sign-in-throttle.ts";
import { createWriteLimit } from "./limits/write-limit.ts";
import type { PolicyServices } from "./policy/policy-services.ts";
import { accessRoutes } from "./routes.ts";
import { createBrowserCookie } from "./sessions/browser-cookie.ts";
import { createOpenStreams } from "./sessions/open-streams.ts";
import { createSessionCookie } from "./sessions/session-cookie.ts";
import { createSessionSecrets } from "./sessions/session-secrets.ts";
import { createSsoProviders } from "./sso/providers.ts";
import { createRoundCookie } from "./sso/round-cookie.ts";
import type { SsoServices } from "./sso/sso-services.ts";
import { addBootstrapAdministrator } from "./staff/first-administrator.ts";
import type { StaffServices } from "./staff/staff-services.ts";

/** Hashing uses half of Node's four threads. If the queue is full, the person is asked to try again after `emptyMs`. */
const hashing = { running: 2, waiting: 64, emptyMs: 2_000 };

interface AccessNeeds extends StoreServices {
  env: Pick<
    ConsoleEnv,
    "bootstrapAdministrator" | "mail" | "publicOrigin" | "sessionSecretFile" | "ssoProviders" | "tickets" | "upstream"
  >;
  /** The configured session secrets. In demo mode, the secret of the demo. */
  initialSessionSecrets: readonly string[];
  /**
   * Replaces the function that sends requests to single sign-on providers. By default, the requests are sent over HTTP.
   */
  ssoFetch?: Parameters<typeof createSsoProviders>[1]["fetch"];
}

type AccessServices = Omit<
  StaffServices & SsoServices & PolicyServices & ClientServices,
  keyof CoreServices | "origins"
>;

/** Identity and access: sessions, sign-in with its limits, second factors, single sign-on, staff and API clients. */
export const accessModule = {
  name: "access",
  routes: accessRoutes,
  async create(needs: AccessNeeds): Promise<MadeRoom<AccessServices>> {
    const { env, clock, log, store } = needs;
    if (env.upstream) await addBootstrapAdministrator(store, env, clock.now(), log);
    const sessionSecrets = createSessionSecrets(needs, needs.initialSessionSecrets, {
      file: env.sessionSecretFile,
      onRotated: () => resealSecrets(store.totp, secretSeal, log),
    });
    const secretSeal = createSecretSeal(sessionSecrets);
    await resealSecrets(store.totp, secretSeal, log);
    const sealing = {
      secure: isSecure(env),
      clock,
      get secrets() {
        return sessionSecrets.secrets;
      },
    };
    const openStreams = createOpenStreams({
      clock,
      inForce: (sessionHashes) => findInForce(store, sessionHashes, clock.now()),
    });
    const refusals = createRefusalRecorder(needs, addressKey);
    const ssoProviders = createSsoProviders(env.ssoProviders, { clock, log, fetch: needs.ssoFetch });
    return {
      services: {
        openStreams,
        refusals,
        secretSeal,
        ssoProviders,
        cookie: createSessionCookie(sealing),
        browserCookie: createBrowserCookie(isSecure(env)),
        challengeCookie: createChallengeCookie(sealing),
        roundCookie: createRoundCookie(sealing),
        throttle: createSignInThrottle(store.pool, clock),
        factorThrottle: createFactorThrottle(store.pool, clock),
        writeLimit: createWriteLimit(store.pool, clock),
        hashing: createWorkQueue({ ...hashing, clock }),
        sendMail: createSendMail(env.mail),
        ticketRules: createTicketRules(env.tickets),
      },
      workers: [sessionSecrets, openStreams],
      lastWorkers: [refusals],
      close: ssoProviders.close,
    };
  },
} satisfies RoomModule;
