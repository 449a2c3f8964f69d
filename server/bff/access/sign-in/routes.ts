import { passkeyOptionsSchema, passkeySignInSchema, stepUpSchema } from "#lib/contract/console/factors.ts";
import { signInSchema } from "#lib/contract/console/session.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { passkeySignInOptions, passkeyStepUpOptions, signInByPasskey } from "./passkey-sign-in.ts";
import { signIn } from "./sign-in.ts";
import type { SignInServices } from "./sign-in-services.ts";
import { stepUp } from "./step-up.ts";

const route = routeWith<SignInServices>();

/**
 * The routes for signing in, part of the route table.
 *
 * If a person has a second factor, `POST /api/session` asks for a code after the correct password (second-step.ts). A
 * passkey needs no second step (passkey-sign-in.ts). Every sign-in without a provider calls
 * server/bff/access/sessions/local-sign-in.ts, which checks the policy.
 *
 * Failed sign-ins are counted by account, network and browser. Browsers and networks that the account has used before
 * have separate counts. Because of this, guesses from elsewhere do not lock the person out
 * (docs/decisions/0023-sign-in-limits.md).
 */
export const signInRoutes = [
  route({
    method: "POST",
    path: "/api/session",
    about: "Signs in with e-mail address and password, and with a code if a second factor is needed.",
    policy: "anyone",
    input: { body: signInSchema },
    answer: "nothing",
    errors: [
      "second_factor_failed",
      "second_factor_required",
      "sign_in_failed",
      "sso_required",
      "too_many_attempts",
      "too_many_requests",
      "too_many_writes",
    ],
    countsAsActivity: false,
    handler: (context, { body }) => signIn({ context, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/session/passkey/options",
    about: "The options with which a browser signs in with a passkey.",
    policy: "anyone",
    input: {},
    answer: passkeyOptionsSchema,
    countsAsActivity: false,
    countsAsWrite: false,
    handler: (context) => passkeySignInOptions(context),
  }),
  route({
    method: "POST",
    path: "/api/session/passkey",
    about: "Signs in with a passkey.",
    policy: "anyone",
    input: { body: passkeySignInSchema },
    answer: "nothing",
    errors: [
      "invalid_request 409",
      "sign_in_failed",
      "sso_required",
      "too_many_attempts",
      "too_many_requests",
      "too_many_writes",
    ],
    countsAsActivity: false,
    handler: (context, { body }) => signInByPasskey({ context, passkey: body.passkey }),
  }),
  route({
    method: "POST",
    path: "/api/session/step-up/options",
    about: "The options with which a browser proves the person's identity with a passkey.",
    policy: "viewer",
    peopleOnly: true,
    beforeSecondFactor: true,
    input: {},
    answer: passkeyOptionsSchema,
    handler: (context) => passkeyStepUpOptions(context),
  }),
  route({
    method: "POST",
    path: "/api/session/step-up",
    about: "Proves the identity of the signed-in person. Dangerous routes need a proof from the last ten minutes.",
    policy: "viewer",
    beforeSecondFactor: true,
    peopleOnly: true,
    input: { body: stepUpSchema },
    answer: "nothing",
    errors: ["invalid_request 409", "step_up_failed", "too_many_attempts"],
    handler: (context, { body }) => stepUp({ context, input: body }),
  }),
] as const;
