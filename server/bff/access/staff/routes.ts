import { randomUUID } from "node:crypto";
import type { AuditAction } from "#lib/contract/access/audit.ts";
import {
  invitationAcceptanceSchema,
  invitationSchema,
  newStaffSchema,
  type StaffChange,
  type StaffLinkAnswer,
  staffAnswerSchema,
  staffChangeSchema,
  staffLinkAnswerSchema,
  staffListQuerySchema,
  staffListSchema,
} from "#lib/contract/access/staff.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { checkNewPassword } from "#server/bff/access/passwords/check-new-password.ts";
import { hashPassword } from "#server/bff/access/passwords/password-hash.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { type RouteContext, routeWith } from "#server/bff/core/route.ts";
import type { OpenInvitation } from "#server/bff/store/passwords.ts";
import { createLink, tokenHashOf } from "./one-time-link.ts";
import { originOf } from "./origin-of.ts";
import { noSuchPerson, requireChanged } from "./person-changed.ts";
import { sendLink } from "./send-link.ts";
import type { StaffServices } from "./staff-services.ts";
import { auditedPerson, staffView } from "./staff-view.ts";

const route = routeWith<StaffServices>();

type Context = RouteContext<"anyone", string, StaffServices>;

/**
 * The routes of people and their invitations, part of the route table. A person is invited with a one-time link. Only a
 * hash of the link is stored (one-time-link.ts). Every change of a person is made by server/bff/store/people.ts. A
 * change takes a lock that all replicas share, so that at least one administrator can always sign in. It also ends the
 * person's sessions in the same transaction. server/bff/access/passwords/check-new-password.ts checks new passwords.
 * server/bff/staff-command.ts makes the same changes from the command line.
 */
export const staffRoutes = [
  route({
    method: "GET",
    path: "/api/staff",
    about: "Lists all people who can use the console now or could use it earlier, sorted by name.",
    policy: "staff.manage",
    everyEnvironment: true,
    input: { query: staffListQuerySchema },
    answer: staffListSchema,
    async handler({ services }, { query }) {
      const nowMs = services.clock.now();
      const { people, total } = await services.store.people.list(query, nowMs);
      return { staff: people.map(staffView), total, ...query, asOf: new Date(nowMs).toISOString() };
    },
  }),
  route({
    method: "POST",
    path: "/api/staff",
    about: "Adds a person and returns the one-time link for choosing a password. Only this response contains the link.",
    policy: "staff.manage",
    dangerous: true,
    input: { body: newStaffSchema },
    answer: staffLinkAnswerSchema,
    statuses: [201],
    errors: ["invalid_request 409"],
    async handler(context, { body }) {
      const { services } = context;
      const { token, link } = createLink(services.clock.now());
      const staffID = randomUUID();
      const person = await services.store.people.invite({ staffID, ...body }, link, {
        ...auditSource(context),
        action: "staff.invited",
        outcome: "done",
        target: { kind: "staff", id: staffID },
        after: { ...body, linkExpiresAt: link.expiresAt },
      });
      if (!person) throw emailTaken();
      const { expiresAt } = link;
      const invitation = await sendLink(services, {
        origin: originOf(context),
        token,
        expiresAt,
        person,
        kind: "invitation",
      });
      return { staff: staffView(person), invitation };
    },
  }),
  route({
    method: "PATCH",
    path: "/api/staff/:staffID",
    about:
      "Changes a person's role, environments or state. After a change of the role or after disabling, the person is signed out at the next request, on every replica. If people change themselves, their current session gets a new ID and continues.",
    policy: "staff.manage",
    dangerous: true,
    input: { body: staffChangeSchema },
    answer: staffAnswerSchema,
    errors: ["break_glass_person", "last_administrator", "not_found"],
    async handler(context, { params: { staffID }, body }) {
      const { services, session, responseHeaders } = context;
      const isOwn = staffID === session.staff.staffID;
      if (isOwn && body.state === "disabled") {
        throw new AppError("invalid_request", "You cannot disable yourself: ask another administrator.", {
          errors: [{ field: "state", message: "You cannot disable yourself" }],
        });
      }
      const sessionID = services.cookie.newSessionID();
      const own = isOwn
        ? { sessionHash: session.sessionHash, newSessionHash: services.cookie.hash(sessionID) }
        : undefined;
      const changed = await services.store.people.change(
        staffID,
        body,
        services.clock.now(),
        ({ before, after }) => ({
          ...auditSource(context),
          action: actionOf(body),
          outcome: "done",
          target: { kind: "staff", id: staffID },
          before: auditedPerson(before),
          after: auditedPerson(after),
        }),
        own,
      );
      const person = requireChanged(services, changed);
      const isRenewed = changed.result === "changed" && changed.endedSessions.includes(session.sessionHash);
      if (isRenewed) responseHeaders.append("Set-Cookie", await services.cookie.seal(sessionID));
      return { staff: staffView(person) };
    },
  }),
  route({
    method: "POST",
    path: "/api/staff/:staffID/invite",
    about: "Creates a new invitation link for a person who has never signed in. An earlier link becomes invalid.",
    policy: "staff.manage",
    dangerous: true,
    input: {},
    answer: staffLinkAnswerSchema,
    errors: ["invalid_request 409", "not_found"],
    handler: (context, { params }) => openLink({ context, staffID: params.staffID, kind: "invitation" }),
  }),
  route({
    method: "POST",
    path: "/api/staff/:staffID/reset",
    about: "Removes a person's password, ends all their sessions, and creates a link for choosing a new password.",
    policy: "staff.manage",
    dangerous: true,
    input: {},
    answer: staffLinkAnswerSchema,
    errors: ["break_glass_person", "invalid_request 409", "last_administrator", "not_found"],
    handler: (context, { params }) => openLink({ context, staffID: params.staffID, kind: "reset" }),
  }),
  route({
    method: "POST",
    path: "/api/staff/:staffID/end-sessions",
    about:
      "Signs a person out everywhere. The route is not marked dangerous, because it only ends sessions and may be urgent. API clients may not call this route. Otherwise somebody with a stolen key could sign out every administrator who tries to revoke the key.",
    policy: "staff.manage",
    peopleOnly: true,
    input: {},
    answer: staffAnswerSchema,
    errors: ["not_found"],
    async handler(context, { params: { staffID } }) {
      const { services } = context;
      const changed = await services.store.people.endSessions(staffID, services.clock.now(), {
        ...auditSource(context),
        action: "staff.sessions-ended",
        outcome: "done",
        target: { kind: "staff", id: staffID },
      });
      return { staff: staffView(requireChanged(services, changed)) };
    },
  }),
  route({
    method: "GET",
    path: "/api/invitations/:token",
    about:
      "Returns the account of an invitation link. The page shows the account, so that the person knows for which account they choose a password.",
    policy: "anyone",
    input: {},
    answer: invitationSchema,
    errors: ["not_found"],
    countsAsActivity: false,
    async handler(context, { params: { token } }) {
      const [, { email, name, expiresAt, isReset }] = await openInvitation(context, token);
      return { email, name, isReset, expiresAt: new Date(expiresAt).toISOString() };
    },
  }),
  route({
    method: "POST",
    path: "/api/invitations/:token",
    about: "Sets the password and makes the link invalid. The person must then sign in separately.",
    policy: "anyone",
    input: { body: invitationAcceptanceSchema },
    answer: "nothing",
    errors: ["not_found", "too_many_attempts"],
    countsAsActivity: false,
    async handler(context, { params: { token }, body: { password } }) {
      const { services } = context;
      const [tokenHash, { staffID, email, name }] = await openInvitation(context, token);
      checkNewPassword(password, { email, name }, "password");
      const passwordHash = await services.hashing.run(() => hashPassword(password));
      const accepted = await services.store.passwords.accept(tokenHash, passwordHash, services.clock.now(), {
        ...auditSource({ ...context, session: null }),
        actor: { kind: "staff", id: staffID, email },
        action: "invitation.accepted",
        outcome: "done",
        target: { kind: "staff", id: staffID },
      });
      if (!accepted) throw linkOver();
    },
  }),
] as const;

function emailTaken(): AppError {
  return new AppError("invalid_request", "Nobody was invited.", {
    status: 409,
    errors: [{ field: "email", message: "There is a person with this e-mail address already" }],
  });
}

/** The audit action for a change of a person. */
function actionOf({ state }: StaffChange): AuditAction {
  if (state === undefined) return "staff.changed";
  return state === "disabled" ? "staff.disabled" : "staff.enabled";
}

/**
 * Creates a new one-time link, which replaces an earlier link. `invitation`: the link is for a person who has never
 * signed in. `reset`: the link is for choosing a new password. A reset also removes the old password and all second
 * factors, and ends all sessions immediately.
 */
async function openLink({
  context,
  staffID,
  kind,
}: {
  context: RouteContext<"staff.manage", string, StaffServices>;
  staffID: string;
  kind: "invitation" | "reset";
}): Promise<StaffLinkAnswer> {
  const { services, session } = context;
  const nowMs = services.clock.now();
  const before = await services.store.people.find(staffID, nowMs);
  if (!before) throw noSuchPerson();
  if (before.state === "disabled") throw notNow("This person is disabled. Enable them first.");
  if (kind === "invitation" && before.state === "active") {
    throw notNow("This person has signed in before. Reset their sign-in instead.");
  }
  if (kind === "reset" && staffID === session.staff.staffID) {
    throw notNow("Change your own password in My account.");
  }
  const { token, link } = createLink(nowMs);
  const changed = await services.store.people.openLink(
    staffID,
    link,
    { reset: kind === "reset" },
    {
      ...auditSource(context),
      action: kind === "reset" ? "staff.reset" : "staff.invited",
      outcome: "done",
      target: { kind: "staff", id: staffID },
      after: { linkExpiresAt: link.expiresAt },
    },
  );
  const person = requireChanged(services, changed);
  const { expiresAt } = link;
  const invitation = await sendLink(services, { origin: originOf(context), token, expiresAt, person, kind });
  return { staff: staffView(person), invitation };
}

function notNow(message: string): AppError {
  return new AppError("invalid_request", `${message} Nothing was changed.`, { status: 409 });
}

const linkOver = () =>
  new AppError(
    "not_found",
    "This link was used already, was replaced by a newer one, or has expired. Ask your administrator for a new one.",
  );

async function openInvitation({ services }: Context, token: string): Promise<[string, OpenInvitation]> {
  const tokenHash = tokenHashOf(token);
  const invitation = tokenHash && (await services.store.passwords.findInvitation(tokenHash, services.clock.now()));
  if (!tokenHash || !invitation) throw linkOver();
  return [tokenHash, invitation];
}
