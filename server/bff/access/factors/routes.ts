import {
  newPasskeyAnswerSchema,
  newPasskeySchema,
  ownFactorsSchema,
  passkeyChangeSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  totpConfirmSchema,
  totpStartSchema,
} from "#lib/contract/console/factors.ts";
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
    about: "The person's own second factors.",
    policy: "viewer",
    peopleOnly: true,
    beforeSecondFactor: true,
    input: {},
    answer: ownFactorsSchema,
    handler: (context) => listOwnFactors({ context }),
  }),
  route({
    method: "POST",
    path: "/api/me/totp",
    about: "Starts the setup of an authenticator app. The app works after the first code is confirmed.",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    beforeSecondFactor: true,
    input: {},
    answer: totpStartSchema,
    errors: ["invalid_request 409"],
    handler: (context) => startTotp({ context }),
  }),
  // This route need not be marked dangerous, because the route that creates the secret of the app is marked.
  route({
    method: "POST",
    path: "/api/me/totp/confirm",
    about: "Confirms the authenticator app with its first code. The answer to the first factor has the recovery codes.",
    policy: "viewer",
    peopleOnly: true,
    beforeSecondFactor: true,
    input: { body: totpConfirmSchema },
    answer: recoveryCodesSchema,
    errors: ["invalid_request 409"],
    handler: (context, { body }) => confirmTotp({ context, code: body.code }),
  }),
  route({
    method: "DELETE",
    path: "/api/me/totp",
    about: "Removes the person's authenticator app.",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    input: {},
    answer: "nothing",
    errors: ["not_found"],
    handler: (context) => removeTotp({ context }),
  }),
  route({
    method: "POST",
    path: "/api/me/recovery-codes",
    about: "Creates new recovery codes. The earlier codes become invalid.",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    input: {},
    answer: recoveryCodesSchema,
    errors: ["invalid_request 409"],
    handler: (context) => remakeRecoveryCodes({ context }),
  }),
  route({
    method: "POST",
    path: "/api/me/passkeys/options",
    about: "The options with which a browser creates a passkey.",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    beforeSecondFactor: true,
    input: {},
    answer: passkeyOptionsSchema,
    errors: ["invalid_request 409"],
    handler: (context) => passkeyCreationOptions({ context }),
  }),
  // This route need not be marked dangerous, because the route that creates the challenge is marked.
  route({
    method: "POST",
    path: "/api/me/passkeys",
    about: "Adds a passkey. The answer to the first factor has the recovery codes.",
    policy: "viewer",
    peopleOnly: true,
    beforeSecondFactor: true,
    input: { body: newPasskeySchema },
    answer: newPasskeyAnswerSchema,
    statuses: [201],
    errors: ["invalid_request 409"],
    handler: (context, { body }) => addPasskey({ context, input: body }),
  }),
  route({
    method: "PATCH",
    path: "/api/me/passkeys/:passkeyID",
    about: "Renames one of the person's passkeys.",
    policy: "viewer",
    peopleOnly: true,
    input: { body: passkeyChangeSchema },
    answer: "nothing",
    errors: ["not_found"],
    handler: (context, { params, body }) => renamePasskey({ context, passkeyID: params.passkeyID, name: body.name }),
  }),
  route({
    method: "DELETE",
    path: "/api/me/passkeys/:passkeyID",
    about: "Removes one of the person's passkeys.",
    policy: "viewer",
    peopleOnly: true,
    dangerous: true,
    input: {},
    answer: "nothing",
    errors: ["not_found"],
    handler: (context, { params }) => removePasskey({ context, passkeyID: params.passkeyID }),
  }),
] as const;
