/** A row of `jobs`. Times are milliseconds since 1970. */
export interface JobTable {
  environment: string;
  job_id: string;
  type: string;
  status: string;
  customer_id: string;
  /** The steps of the job as JSON (`jobStepsSchema`). */
  steps: string;
  /** The effect of a sandbox value on the job, as JSON. Null for a job without such an effect. */
  ending: string | null;
  error: string | null;
  /** Incremented with every change of the job, so that no change is made twice. */
  revision: number;
  /** The number of unexpected failures of the current step. */
  failures: number;
  created: number;
  updated: number;
  /** When the next turn (the work for one step) is due. Null if the job is finished or stalled. */
  due: number | null;
  seeded: number;
}

/** A row of `activities`. Demo customers also have many generated activities, which are not stored. */
export interface ActivityTable {
  environment: string;
  activity_id: string;
  customer_id: string;
  type: string;
  direction: string;
  from_party: string;
  to_party: string;
  at: number;
  duration_seconds: number;
  description: string | null;
}

export interface NumberTable {
  environment: string;
  number: string;
  customer_id: string;
  created: number;
  seeded: number;
}

/** How many telephone numbers an environment has assigned so far. */
export interface NumberSequenceTable {
  environment: string;
  taken: number;
}

export interface WebhookTable {
  environment: string;
  webhook_id: string;
  url: string;
  /** The names of the events, as a JSON array. */
  events: string;
  active: number;
  created: number;
  seeded: number;
}

/** The response to a creation with an `Idempotency-Key`. */
export interface IdempotencyKeyTable {
  environment: string;
  key: string;
  body_hash: string;
  customer_id: string;
  job_id: string;
  created: number;
}

export interface ResourceSchema {
  jobs: JobTable;
  activities: ActivityTable;
  numbers: NumberTable;
  number_sequences: NumberSequenceTable;
  webhooks: WebhookTable;
  idempotency_keys: IdempotencyKeyTable;
}
