/** The action of a form that is not possible while the API is not available. */
export type HeldAct = keyof typeof sendingHeldTexts.consequence;

export const sendingHeldTexts = {
  reason: {
    paused: "Requests to the API are paused",
    credentials: "The API does not accept Switchboard's key",
  },
  consequence: {
    send: "nothing can be sent now.",
    plan: "nothing can be planned now, because the contract is read first.",
    approve: "nothing can be approved now, because the contract is read first. It can be rejected.",
    upload:
      "a file can be uploaded, but its rows cannot be compared with all customers, and nothing can be created now.",
    check: "the rows cannot be compared with all customers, and nothing can be created now.",
  },
  /** Absent if a freeze does not stop the action. */
  frozen: {
    send: "nothing can be sent now.",
    plan: undefined,
    approve: "a single change cannot be approved now. It can be rejected.",
    upload: undefined,
    check: "nothing can be created now.",
  },
} as const;
