import type { Job, JobStep } from "#lib/contract/job.ts";

/** The maximum size of a job's raw data, in characters of its JSON. */
const maxRecordCharacters = 64 * 1024;
const maxSteps = 200;
const maxReasonCharacters = 8_000;
const maxWordCharacters = 200;

/** True if the JSON of `value` has more than `maxLength` characters. Stops counting above the limit. */
export function isLongerThan(value: unknown, maxLength: number): boolean {
  let length = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && length <= maxLength) {
    const next = waiting.pop();
    if (typeof next === "string") length += next.length + 2;
    else if (typeof next !== "object" || next === null) length += String(next).length;
    else {
      const isArray = Array.isArray(next);
      length += 2;
      for (const [name, member] of Object.entries(next)) {
        length += isArray ? 1 : name.length + 4;
        waiting.push(member);
        if (length > maxLength) break;
      }
    }
  }
  return length > maxLength;
}

const cut = (text: string, maxLength: number) => (text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`);

const boundStep = (step: JobStep): JobStep => ({
  ...step,
  name: cut(step.name, maxWordCharacters),
  stateText: cut(step.stateText, maxWordCharacters),
});

/**
 * Limits the size of a job, because pages and streams receive it repeatedly. Even if an API sends 10 MB, a page or a
 * stream gets at most a few hundred kilobytes. `rawOmitted` and `stepsOmitted` mark the omitted parts.
 */
export function boundJob(job: Job): Job {
  const { raw, steps, reason, type, ...facts } = job;
  return {
    ...facts,
    stateText: cut(facts.stateText, maxWordCharacters),
    ...(type !== undefined && { type: cut(type, maxWordCharacters) }),
    ...(reason !== undefined && { reason: cut(reason, maxReasonCharacters) }),
    steps: steps.slice(0, maxSteps).map(boundStep),
    ...(steps.length > maxSteps && { stepsOmitted: steps.length - maxSteps }),
    ...(isLongerThan(raw, maxRecordCharacters) ? { raw: {}, rawOmitted: true as const } : { raw }),
  };
}
