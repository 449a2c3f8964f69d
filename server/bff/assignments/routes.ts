import {
  assignCustomerSchema,
  assignItemSchema,
  assignmentAnswerSchema,
  colleaguesSchema,
  unassignItemSchema,
  unassignSchema,
} from "#lib/contract/console/assignment-requests.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { assignmentView } from "#server/bff/attention/assignment-view.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { customerKind } from "#server/bff/store/assignments/assignments.ts";
import { assign, itemSubject, type Subject, unassign } from "./assign.ts";
import type { AssignmentServices } from "./assignment-services.ts";

const route = routeWith<AssignmentServices>();

const customerSubject = (environment: Environment, customerID: string): Subject => ({
  key: { environment, kind: customerKind, itemID: idKey(customerID) },
  customerID,
  item: null,
});

/** The maximum number of colleagues in an answer. */
const maxColleagues = 500;

/**
 * The routes of assignments: who works on an item that needs attention, or on a customer.
 *
 * Each request has the assignee that its sender saw. If somebody else is assigned by then, nothing is changed. So of
 * two people who press at the same time, one person gets the work, and the other reads who has it. An assignment to a
 * person who is disabled or may no longer use the environment is ignored. The text of a hand-over is kept until the
 * assignment ends. Assignments change no right: everybody may still do what their role allows.
 */
export const assignmentRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/colleagues",
    about: "The people who may use an environment, for a hand-over.",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    answer: colleaguesSchema,
    handler: ({ services, environment }) => services.store.staff.colleagues(environment, maxColleagues),
  }),
  route({
    method: "PUT",
    path: "/api/attention/:id/assignee",
    about: "Assigns an item that needs attention to the sender, to a colleague or to the next shift.",
    policy: "viewer",
    peopleOnly: true,
    input: { body: assignItemSchema },
    answer: assignmentAnswerSchema,
    errors: ["assignment_changed", "not_found"],
    async handler(context, { params: { id }, body: { environment, kind, ...input } }) {
      return assign(context, await itemSubject(context, id, { environment, kind }), input);
    },
  }),
  route({
    method: "DELETE",
    path: "/api/attention/:id/assignee",
    about: "Ends the assignment of an item and its hand-over.",
    policy: "viewer",
    peopleOnly: true,
    input: { query: unassignItemSchema },
    answer: "nothing",
    errors: ["assignment_changed", "not_found"],
    async handler(context, { params: { id }, query: { environment, kind, expected } }) {
      await unassign(context, await itemSubject(context, id, { environment, kind }), expected);
    },
  }),
  // The customer's page polls this route.
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/assignee",
    about: "Who works on a customer, and the last hand-over.",
    policy: "viewer",
    input: {},
    answer: assignmentAnswerSchema,
    countsAsActivity: false,
    async handler({ services: { store }, environment }, { params: { customerID } }) {
      const { key } = customerSubject(environment, customerID);
      return { assignment: await assignmentView(store.staff, await store.assignments.find(key)) };
    },
  }),
  route({
    method: "PUT",
    path: "/api/:environment/customers/:customerID/assignee",
    about: "Assigns a customer to the sender, to a colleague or to the next shift.",
    policy: "viewer",
    peopleOnly: true,
    input: { body: assignCustomerSchema },
    answer: assignmentAnswerSchema,
    errors: ["assignment_changed"],
    handler: (context, { params: { customerID }, body }) =>
      assign(context, customerSubject(context.environment, customerID), body),
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/customers/:customerID/assignee",
    about: "Ends the assignment of a customer and its hand-over.",
    policy: "viewer",
    peopleOnly: true,
    input: { query: unassignSchema },
    answer: "nothing",
    errors: ["assignment_changed", "not_found"],
    handler: (context, { params: { customerID }, query: { expected } }) =>
      unassign(context, customerSubject(context.environment, customerID), expected),
  }),
] as const;
