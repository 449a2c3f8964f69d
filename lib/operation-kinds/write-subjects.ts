import { operationKinds } from "./operation-kinds.ts";

/** The subjects for which a ticket or a reason can be required: each kind of operation, and bulk changes. */
const ticketSubjects = [
  ...operationKinds.map(({ ticketSubject }) => ticketSubject),
  { subject: "bulk-changes", name: "Bulk changes" } as const,
];

export type WriteSubject = (typeof ticketSubjects)[number]["subject"];

export const writeSubjects: readonly WriteSubject[] = ticketSubjects.map(({ subject }) => subject);

/** The displayed names of the subjects. */
export const subjectNames = Object.fromEntries(ticketSubjects.map(({ subject, name }) => [subject, name])) as Readonly<
  Record<WriteSubject, string>
>;
