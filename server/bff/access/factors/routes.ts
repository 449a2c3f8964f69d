import { newPasskeySchema, passkeyChangeSchema, totpConfirmSchema } from "#lib/contract/console/factors.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { FactorServices } from "./factor-services.ts";
import { listOwnFactors, remakeRecoveryCodes } from "./own-factors.ts";
import { confirmTotp, removeTotp, startTotp } from "./own-totp.ts";
import { addPasskey, passkeyCreationOptions, removePasskey, renamePasskey } from "./passkeys/own-passkeys.ts";

const route = routeWith<FactorServices>();

/**
 * The routes of a person's own second factors, part of the route table.
 *
 * Each code, recovery code and challenge works only once, on all replicas together. A conditional update marks the code
 * or the challenge as used (server/bff/store/factors). The secret of an app is encrypted with SESSION_SECRET
 * (secret-seal.ts). If the policy requires a second factor, a session without a second factor gets 403
 * `factor_required` from every route that is not marked `beforeSecondFactor`. Every page then redirects to
 * `/second-factor`.
 */
export const factorRoutes = [
  route({
    method: "GET",
    path: "/api/me/factors",
    policy: "viewer",
    peopleOnly: true,
    beforeSecondFactor: true,
    input: {},
    handler: (context) => listOwnFactors({ context }),
  }),
  route({
    method: "POST",
    path: "/api/me/totp",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    beforeSecondFactor: true,
    input: {},
    handler: (context) => startTotp({ context }),
  }),
  // This route need not be marked dangerous, because the route that creates the secret of the app is marked.
  route({
    method: "POST",
    path: "/api/me/totp/confirm",
    policy: "viewer",
    peopleOnly: true,
    beforeSecondFactor: true,
    input: { body: totpConfirmSchema },
    handler: (context, { body }) => confirmTotp({ context, code: body.code }),
  }),
  route({
    method: "DELETE",
    path: "/api/me/totp",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    input: {},
    handler: (context) => removeTotp({ context }),
  }),
  route({
    method: "POST",
    path: "/api/me/recovery-codes",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    input: {},
    handler: (context) => remakeRecoveryCodes({ context }),
  }),
  route({
    method: "POST",
    path: "/api/me/passkeys/options",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    beforeSecondFactor: true,
    input: {},
    handler: (context) => passkeyCreationOptions({ context }),
  }),
  // This route need not be marked dangerous, because the route that creates the challenge is marked.
  route({
    method: "POST",
    path: "/api/me/passkeys",
    policy: "viewer",
    peopleOnly: true,
    beforeSecondFactor: true,
    input: { body: newPasskeySchema },
    handler: (context, { body }) => addPasskey({ context, input: body }),
  }),
  route({
    method: "PATCH",
    path: "/api/me/passkeys/:passkeyID",
    policy: "viewer",
    peopleOnly: true,
    input: { body: passkeyChangeSchema },
    handler: (context, { params, body }) => renamePasskey({ context, passkeyID: params.passkeyID, name: body.name }),
  }),
  route({
    method: "DELETE",
    path: "/api/me/passkeys/:passkeyID",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    input: {},
    handler: (context, { params }) => removePasskey({ context, passkeyID: params.passkeyID }),
  }),
] as const;
