/** Words of the reasons on the caller card. The words for outcomes, changes and states are those of the pages. */
export const callerReasonTexts = {
  job: "Job",
  unreadableJob: "A job could not be read. It may still be running.",
  stuck: "seems stuck",
  failedJob: "A job failed",
  planned: { "planned-suspended": "Planned change suspended", "planned-missed": "Planned change missed" },
  ends: (what: string) => `${what}: ends`,
} as const;
