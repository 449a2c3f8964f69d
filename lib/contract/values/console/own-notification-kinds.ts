/** Whether a kind is sent by e-mail and to the endpoint, unless the person has chosen something else. */
interface KindDefaults {
  email: OwnEmailTime;
  endpoint: boolean;
}

/** When an e-mail is sent: not at all, at once, or once a day together with others. */
export const ownEmailTimes = ["off", "now", "digest"] as const;

/** The local time of the daily e-mail, unless the person has chosen another time. */
export const defaultDigestAt = "08:00";

export type OwnEmailTime = (typeof ownEmailTimes)[number];

/** The values in a sentence. `person`: the name of the person who caused it, or "Somebody". */
interface SentenceFacts {
  person: string;
  title: string;
}

interface OwnNotificationKindEntry extends KindDefaults {
  /** The name of the kind, for the settings. */
  label: string;
  /** When a person gets such a notification, for the settings. */
  about: string;
  /** The sentence for each state of the kind. The title is a customer's name, or a description of the subject. */
  sentences: Readonly<Record<string, (facts: SentenceFacts) => string>>;
  /** The words after a number in an e-mail, such as `1 mention`. E-mails name no customer and no person. */
  counted: { one: string; other: string };
}

/** Nothing is sent until a person chooses it, because the console always lists everything. */
const quiet: KindDefaults = { email: "off", endpoint: false };

/**
 * The kinds of a person's own notifications: their words, and what is sent by default. The list in the console, the
 * settings, the e-mails and the events for the notification endpoint all read this table, in this order.
 */
export const ownNotificationKinds = {
  mention: {
    ...quiet,
    label: "Mentions",
    about: "Somebody mentions you in a note or a hand-over.",
    sentences: {
      note: ({ person, title }) => `${person} mentioned you in a note about ${title}`,
      "hand-over": ({ person, title }) => `${person} mentioned you in the hand-over of ${title}`,
    },
    counted: { one: "mention", other: "mentions" },
  },
  "hand-over": {
    ...quiet,
    label: "Hand-overs",
    about: "Somebody hands an item or a customer over to you.",
    sentences: { received: ({ person, title }) => `${person} handed ${title} over to you` },
    counted: { one: "hand-over", other: "hand-overs" },
  },
  "approval-requested": {
    ...quiet,
    label: "Approval requests",
    about: "Somebody requests an approval that you may give.",
    sentences: { waiting: ({ person, title }) => `${person} requests an approval: ${title}` },
    counted: { one: "approval request", other: "approval requests" },
  },
  "approval-decided": {
    ...quiet,
    label: "Decisions",
    about: "Somebody approves or rejects your request.",
    sentences: {
      approved: ({ person, title }) => `${person} approved your request: ${title}`,
      rejected: ({ person, title }) => `${person} rejected your request: ${title}`,
    },
    counted: { one: "decision on a request", other: "decisions on requests" },
  },
  "own-operation": {
    ...quiet,
    label: "Failures",
    about:
      "An operation of yours fails, or its outcome stays unknown. A bulk change or an import sends one notification.",
    sentences: {
      failed: ({ title }) => `Your operation failed: ${title}`,
      unknown: ({ title }) => `The outcome of your operation is unknown: ${title}`,
      "run-failed": ({ title }) => `Not every row succeeded: ${title}`,
      "run-stopped": ({ title }) => `Stopped: ${title}`,
    },
    counted: { one: "failed or unknown operation", other: "failed or unknown operations" },
  },
  "own-planned": {
    ...quiet,
    label: "Planned changes",
    about:
      "A planned change of yours needs approval, is suspended, missed or done, fails, has an unknown outcome or ends soon.",
    sentences: {
      "needs-approval": ({ title }) => `Your planned change needs an approval: ${title}`,
      suspended: ({ title }) => `Your planned change is suspended: ${title}`,
      missed: ({ title }) => `Your planned change was missed: ${title}`,
      unknown: ({ title }) => `The outcome of your planned change is unknown: ${title}`,
      failed: ({ title }) => `Your planned change failed: ${title}`,
      done: ({ title }) => `Your planned change is done: ${title}`,
      "ends-soon": ({ title }) => `Your temporary change ends within 24 hours: ${title}`,
    },
    counted: { one: "planned change", other: "planned changes" },
  },
  view: {
    ...quiet,
    label: "Views",
    about: "A customer enters or leaves a view that you have chosen in the menu of views.",
    sentences: {
      entered: ({ title }) => `A customer has entered a view: ${title}`,
      left: ({ title }) => `A customer has left a view: ${title}`,
      "entered-many": ({ title }) => `Several customers have entered a view: ${title}`,
      "left-many": ({ title }) => `Several customers have left a view: ${title}`,
    },
    counted: { one: "change of a view", other: "changes of views" },
  },
} as const satisfies Record<string, OwnNotificationKindEntry>;

type Kinds = typeof ownNotificationKinds;

export type OwnNotificationKind = keyof Kinds;

/** The states of a kind: the names of its sentences. */
export type OwnNotificationState<Kind extends OwnNotificationKind> = keyof Kinds[Kind]["sentences"] & string;

export const ownNotificationKindNames = Object.keys(ownNotificationKinds) as readonly OwnNotificationKind[];

/** The entry of a kind. Undefined for a kind that only another version of the console knows. */
export const ownNotificationKind = (kind: string): OwnNotificationKindEntry | undefined =>
  Object.hasOwn(ownNotificationKinds, kind) ? ownNotificationKinds[kind as OwnNotificationKind] : undefined;

/** The sentence of a notification. Only the title if this version does not know the kind or its state. */
export function ownNotificationSentence({
  kind,
  state,
  ...facts
}: SentenceFacts & { kind: string; state: string }): string {
  const sentence = ownNotificationKind(kind)?.sentences[state];
  return sentence ? sentence(facts) : facts.title;
}
