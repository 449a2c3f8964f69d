import type { StaffLinkAnswer } from "#lib/contract/access/staff.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { createLink } from "./one-time-link.ts";
import { originOf } from "./origin-of.ts";
import { noSuchPerson, requireChanged } from "./person-changed.ts";
import { sendLink } from "./send-link.ts";
import type { StaffServices } from "./staff-services.ts";
import { staffView } from "./staff-view.ts";

/**
 * Creates a new one-time link. For an invited person it replaces the earlier link. For a person who has signed in
 * before it resets the password, which is deleted at once together with the sessions.
 */
export async function openLink({
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
    throw notNow("Change your own password in your profile.");
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
