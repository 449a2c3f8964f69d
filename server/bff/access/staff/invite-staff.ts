import { randomUUID } from "node:crypto";
import type { NewStaffMember, StaffLinkAnswer } from "#lib/contract/access/staff.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { createLink } from "./one-time-link.ts";
import { originOf } from "./origin-of.ts";
import { sendLink } from "./send-link.ts";
import type { StaffServices } from "./staff-services.ts";
import { staffView } from "./staff-view.ts";

/** Adds a person and returns the one-time link for choosing a password. The link is shown only here. */
export async function inviteStaff({
  context,
  input,
}: {
  context: RouteContext<"staff.manage", string, StaffServices>;
  input: NewStaffMember;
}): Promise<StaffLinkAnswer> {
  const { services } = context;
  const { token, link } = createLink(services.clock.now());
  const staffID = randomUUID();
  const person = await services.store.people.invite({ staffID, ...input }, link, {
    ...auditSource(context),
    action: "staff.invited",
    outcome: "done",
    target: { kind: "staff", id: staffID },
    after: { ...input, linkExpiresAt: link.expiresAt },
  });
  if (!person) throw emailTaken();
  context.answerWith(201);
  const { expiresAt } = link;
  const invitation = await sendLink(services, {
    origin: originOf(context),
    token,
    expiresAt,
    person,
    kind: "invitation",
  });
  return { staff: staffView(person), invitation };
}

function emailTaken(): AppError {
  return new AppError("invalid_request", "Nobody was invited.", {
    status: 409,
    errors: [{ field: "email", message: "There is a person with this e-mail address already" }],
  });
}
