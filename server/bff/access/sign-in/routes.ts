import { passkeySignInSchema, stepUpSchema } from "#lib/contract/console/factors.ts";
import { signInSchema } from "#lib/contract/console/session.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { passkeySignInOptions, passkeyStepUpOptions, signInByPasskey } from "./passkey-sign-in.ts";
import { signIn } from "./sign-in.ts";
import type { SignInServices } from "./sign-in-services.ts";
import { stepUp } from "./step-up.ts";

const route = routeWith<SignInServices>();

/**
 * The routes of signing in, part of the route table.
 *
 * After the correct password `POST /api/session` asks a person with a second factor for a code (second-step.ts). A
 * passkey is enough on its own (passkey-sign-in.ts). Every sign-in without a provider passes local-sign-in.ts, which
 * checks the policy.
 *
 * Failed sign-ins are counted by account and place. Browsers and networks that an account has used before are known
 * places, so that guesses from elsewhere do not lock the person out (docs/decisions/0023-sign-in-limits.md).
 */
export const signInRoutes = [
  route({
    method: "POST",
    path: "/api/session",
    policy: "anyone",
    input: { body: signInSchema },
    countsAsActivity: false,
    handler: (context, { body }) => signIn({ context, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/session/passkey/options",
    policy: "anyone",
    input: {},
    countsAsActivity: false,
    countsAsWrite: false,
    handler: (context) => passkeySignInOptions(context),
  }),
  route({
    method: "POST",
    path: "/api/session/passkey",
    policy: "anyone",
    input: { body: passkeySignInSchema },
    countsAsActivity: false,
    handler: (context, { body }) => signInByPasskey({ context, passkey: body.passkey }),
  }),
  route({
    method: "POST",
    path: "/api/session/step-up/options",
    policy: "viewer",
    peopleOnly: true,
    beforeSecondFactor: true,
    input: {},
    handler: (context) => passkeyStepUpOptions(context),
  }),
  route({
    method: "POST",
    path: "/api/session/step-up",
    policy: "viewer",
    beforeSecondFactor: true,
    peopleOnly: true,
    input: { body: stepUpSchema },
    handler: (context, { body }) => stepUp({ context, input: body }),
  }),
] as const;
