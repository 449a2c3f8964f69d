/**
 * The states of a schedule. `active`: it runs at its times. `paused`: a person has paused it. `stopped`: the console
 * has stopped it, because its owner has lost a right or its view was deleted.
 */
export const scheduleStates = ["active", "paused", "stopped"] as const;

export type ScheduleState = (typeof scheduleStates)[number];

export const exportRunStates = ["waiting", "running", "done", "failed"] as const;

export type ExportRunState = (typeof exportRunStates)[number];

/**
 * Why a run was added. `due`: at its due time. `late`: more than ten minutes after its due time, or after missed times.
 * `manual`: a person has started it.
 */
export const exportCauses = ["due", "late", "manual"] as const;

export type ExportCause = (typeof exportCauses)[number];

/**
 * Whether a file was sent to the endpoint of EXPORT_URL. `given-up`: the endpoint did not accept the file within a day,
 * or the file can no longer be sent.
 */
export const sendStates = ["waiting", "sent", "given-up"] as const;

export type SendState = (typeof sendStates)[number];

/** Why a file was removed: its age, a person, the erasure of a customer, or the restore of a backup. */
export const fileRemovals = ["age", "person", "erasure", "restore"] as const;

export type FileRemoval = (typeof fileRemovals)[number];

/** The maximum number of schedules of an environment. */
export const maxSchedules = 50;

/** The number of runs that the page shows for each schedule. */
export const shownRuns = 10;
