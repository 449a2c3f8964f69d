import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Assign, AssignmentAnswer } from "#lib/contract/console/assignment-requests.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { pages } from "#lib/paths.ts";
import { assignmentView, keyOfItem } from "#server/bff/attention/assignment-view.ts";
import { findItem } from "#server/bff/attention/find-item.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { shownName } from "#server/bff/core/person-names.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { mentionNotifications, newlyMentioned } from "#server/bff/own-notifications/mentions.ts";
import { type AssignmentChange, customerKind, type NewAssignment } from "#server/bff/store/assignments/assignments.ts";
import type { ItemKey } from "#server/bff/store/attention/snoozes.ts";
import type { AnyOwnNotification } from "#server/bff/store/own-notifications/append-own-notifications.ts";
import type { AssignmentServices } from "./assignment-services.ts";

type Context = RouteContext<"viewer", string, AssignmentServices>;

/** What a person assigns: an item that needs attention, or a customer. */
export interface Subject {
  key: ItemKey;
  customerID: string | null;
  /** The title of an item, and its page. Null for a customer. */
  item: { title: string; href: string; customerID: string | null } | null;
}

/** The item with this ID. A customer that was handed over is assigned as a customer. */
export async function itemSubject(
  context: Context,
  id: string,
  wanted: Parameters<typeof findItem>[2],
): Promise<Subject> {
  const item = await findItem(context, id, wanted);
  const key = keyOfItem(item);
  const { title, href, customerID = null } = item;
  return { key, customerID: key.kind === customerKind ? customerID : null, item: { title, href, customerID } };
}

/** The audit event of a change. It has the length of a hand-over's note and not its text, like the events of notes. */
function eventOf(
  context: Context,
  change: "assigned" | "unassigned",
  { key, customerID }: Subject,
  facts: Pick<NewAuditEvent, "before" | "after"> & { ticket?: string | undefined },
): NewAuditEvent {
  const isCustomer = key.kind === customerKind;
  const action: AuditAction = isCustomer ? `customer.${change}` : `attention.${change}`;
  const { ticket, ...values } = facts;
  return {
    ...auditSource(context),
    action,
    outcome: "done",
    environment: key.environment,
    target: isCustomer ? { kind: "customer", id: customerID ?? key.itemID } : { kind: "attention", id: key.itemID },
    ...(ticket !== undefined && { ticket }),
    ...values,
  };
}

/** Finds the person to assign. Throws if the person may not use the environment. */
async function assigneeOf(
  { services, session }: Context,
  { environment }: ItemKey,
  staffID: string | null | undefined,
) {
  if (staffID === null) return null;
  const { staff } = session;
  if (staffID === undefined || staffID === staff.staffID) return { staffID: staff.staffID, email: staff.email };
  const colleague = await services.store.staff.colleague(environment, staffID);
  if (colleague) return colleague;
  const message = "is not a person who may use this environment. Read the colleagues again.";
  throw new AppError("invalid_request", "Nothing was changed: this person cannot be assigned.", {
    errors: [{ field: "assignee", message }],
  });
}

/** The refusal for a change that expected another assignee. `next`: what the sender can do if nobody is assigned. */
async function assignedError({ services }: Context, { assignment }: AssignmentChange, next = ""): Promise<AppError> {
  const { assignee, handover } = assignment ?? {};
  const refusal = (found: string, more = "") =>
    new AppError("assignment_changed", `${found} Nothing was changed.${more}`);
  const { staff } = services.store;
  if (assignee) return refusal(`${await shownName(staff, assignee)} works on this now.`);
  const found = handover
    ? `This waits for the next shift now. ${await shownName(staff, handover.by)} handed it over.`
    : "Nobody works on this any more.";
  return refusal(found, next);
}

/** The draft that the person hands over. Null if no draft is handed over. */
async function draftToHandOver({ services, session }: Context, draftKey: string | undefined): Promise<string | null> {
  if (draftKey === undefined) return null;
  const draft = await services.store.drafts.find(session.staff.staffID, draftKey, services.clock.now());
  if (draft) return JSON.stringify(draft.content);
  throw new AppError("invalid_request", "Nothing was handed over.", {
    errors: [{ field: "handover.draftKey", message: "is not a draft of yours any more" }],
  });
}

/**
 * The notifications of a hand-over: for the next person, and for the people whom its note mentions. One for each
 * person.
 */
async function handoverNotifications(
  { services }: Context,
  { key, customerID, item }: Subject,
  { assignee, handover, at }: NewAssignment,
): Promise<AnyOwnNotification[]> {
  if (!handover) return [];
  const { environment, kind, itemID } = key;
  const { store, known } = services;
  const mentioned = await newlyMentioned(store, { environment, field: "handover.note", text: handover.note });
  const customer = customerID === null ? undefined : await known[environment].find(customerID);
  const facts = {
    environment,
    by: handover.by,
    title: item?.title ?? (customer?.companyName || (customerID ?? itemID)),
    customerID: customerID ?? item?.customerID ?? null,
    href: item?.href ?? pages.customer(environment, customerID ?? itemID),
  };
  const subject = `hand-over ${kind} ${itemID} ${at}`;
  const received: AnyOwnNotification[] = assignee
    ? [{ ...facts, kind: "hand-over", state: "received", key: subject, to: { staffIDs: [assignee.staffID] } }]
    : [];
  const staffIDs = mentioned.filter((staffID) => staffID !== assignee?.staffID);
  return [...received, ...mentionNotifications({ ...facts, staffIDs, state: "hand-over", subject })];
}

/** Assigns an item or a customer to the sender, to a colleague or to the next shift. */
export async function assign(context: Context, subject: Subject, input: Assign): Promise<AssignmentAnswer> {
  const { services, session } = context;
  const { expected = null, handover } = input;
  const { store, clock } = services;
  const { staffID, email } = session.staff;
  const assignee = await assigneeOf(context, subject.key, input.assignee);
  if (!handover && assignee?.staffID !== staffID) {
    const message = "must say what is left to do";
    throw new AppError("invalid_request", "A hand-over needs a line for the next person.", {
      errors: [{ field: "handover.note", message }],
    });
  }
  const nowMs = clock.now();
  const assignment: NewAssignment = {
    ...subject.key,
    customerID: subject.customerID,
    assignee,
    at: nowMs,
    handover: handover
      ? {
          by: { staffID, email },
          at: nowMs,
          note: handover.note,
          ticket: handover.ticket ?? null,
          filters: handover.filters ?? null,
          draftKey: handover.draftKey ?? null,
          draft: await draftToHandOver(context, handover.draftKey),
        }
      : null,
  };
  const change = await store.assignments.put(
    assignment,
    expected,
    (before) =>
      eventOf(context, "assigned", subject, {
        ticket: handover?.ticket,
        before: { assignee: before?.assignee?.email ?? null },
        after: {
          kind: subject.key.kind,
          assignee: assignee?.email ?? null,
          ...(handover && { handedOver: true, characters: handover.note.length }),
        },
      }),
    await handoverNotifications(context, subject, assignment),
  );
  if (!change.isChanged) {
    throw await assignedError(context, change, handover ? " Send it again to hand it over all the same." : "");
  }
  const draft = await takeDraft(context, subject.key, change);
  return { assignment: await assignmentView(store.staff, change.assignment), ...(draft && { draft }) };
}

/** Gives the draft of a hand-over to the person who takes it over. A draft of the person's own is kept. */
async function takeDraft(
  { services, session }: Context,
  key: ItemKey,
  { assignment }: AssignmentChange,
): Promise<AssignmentAnswer["draft"]> {
  const { staffID } = session.staff;
  const draftKey = assignment?.handover?.draftKey;
  const isTaken = assignment?.assignee?.staffID === staffID && assignment.handover?.by.staffID !== staffID;
  if (!isTaken || draftKey === null || draftKey === undefined) return undefined;
  const { drafts, assignments } = services.store;
  const nowMs = services.clock.now();
  if (await drafts.find(staffID, draftKey, nowMs)) return "kept-own";
  const draft = await assignments.draftOf(key);
  if (draft === null) return undefined;
  await drafts.put(staffID, draftKey, JSON.parse(draft), nowMs);
  return "taken";
}

/** Ends an assignment with its hand-over. Throws `not_found` if there is none. */
export async function unassign(context: Context, subject: Subject, expected: string | undefined): Promise<void> {
  const { services } = context;
  const nowMs = services.clock.now();
  const event = eventOf(context, "unassigned", subject, {
    before: { kind: subject.key.kind, assignee: expected ?? null },
  });
  const change = await services.store.assignments.end(subject.key, expected ?? null, nowMs, event);
  if (!change) throw new AppError("not_found", "Nobody works on this any more.");
  if (!change.isChanged) throw await assignedError(context, change);
}
