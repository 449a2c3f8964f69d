import { once } from "node:events";
import { availableParallelism, loadavg } from "node:os";
import { cpuSecondsOf, memoryMBOf } from "#tests/bench/cpu-time.ts";
import type { Bodies, Order, Report } from "./generator.ts";
import { originOf, type Subject, startProcess, startSubjects } from "./subjects.ts";

/** A subject's processor time per answer, divided by the reference's in the same round. The median over all rounds. */
export interface HopRatio {
  bodies: Bodies;
  name: string;
  cpu: number;
}

export interface HopOptions {
  connections: readonly number[];
  bodies: readonly Bodies[];
  rounds: number;
  roundMs: number;
  /** The subjects to measure. Undefined: all subjects. */
  subjects: readonly string[] | undefined;
  /** The subject with which the other subjects are compared. Undefined: express or the console. */
  reference?: string;
}

/**
 * The number of answers of each kind before the measurement, and the maximum time to wait for them in milliseconds.
 * During the first 20,000 requests, V8 compiles code and uses up to a third of the processor's time. On a busy machine,
 * this many answers take up to a minute.
 */
const warmAnswers = 20_000;
const warmMs = 60_000;

/** The subjects with which the other subjects are compared. If both references are measured, the first one is used. */
const references = ["express", "Switchboard"];

interface Result extends Report {
  cpuUs: number;
  memoryMB: number;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const memoryOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + memoryMBOf(pid), 0);

const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);

/**
 * Measures requests for a list through the console (session, policy, parsing, normalising and logging), and through
 * programs that only forward the same bytes. All subjects take turns in the same run, under the same load.
 */
export async function benchHop(options: HopOptions): Promise<HopRatio[]> {
  const { connections, bodies, rounds, roundMs, subjects: names } = options;
  const ratios: HopRatio[] = [];
  const upstream = await startProcess("upstream.ts");
  const generator = await startProcess("generator.ts");
  const subjects: Subject[] = [];
  try {
    subjects.push(...(await startSubjects(await originOf(upstream.child), names)));
    const load = async (subject: Subject, order: Pick<Order, "bodies" | "connections" | "durationMs">) => {
      const { origin, path, headers, pids } = subject;
      subject.prepare?.();
      const before = cpuOf(pids);
      generator.child.send({ origin, path, headers, ...order } satisfies Order);
      const [report] = (await once(generator.child, "message")) as [Report];
      const cpuUs = ((cpuOf(pids) - before) / report.answers) * 1e6;
      return { ...report, cpuUs, memoryMB: memoryOf(pids) };
    };
    const reference = options.reference ?? referenceOf(subjects);
    console.log(
      `${availableParallelism()} processors, Node ${process.versions.node}; the load and the API are on this machine; ` +
        `medians of ${rounds} rounds in turn, ${roundMs} ms each; ratios to ${reference}, of the same round`,
    );
    for (const kind of bodies) {
      for (const subject of subjects) {
        const startedMs = performance.now();
        for (let answers = 0; answers < warmAnswers && performance.now() - startedMs < warmMs; ) {
          answers += (await load(subject, { bodies: kind, connections: 16, durationMs: 1_000 })).answers;
        }
      }
    }
    for (const count of connections) {
      for (const kind of bodies) {
        const results = new Map<Subject, Result[]>(subjects.map((subject) => [subject, []]));
        for (let round = 0; round < rounds; round += 1) {
          for (const [subject, own] of results) {
            own.push(await load(subject, { bodies: kind, connections: count, durationMs: roundMs }));
          }
        }
        print(`${count} connections, ${kind} bodies, load ${loadavg()[0]?.toFixed(1)}`, results, reference);
        for (const [{ name }, own] of results)
          ratios.push({ bodies: kind, name, cpu: ratioOf(own, results, reference) });
      }
    }
  } finally {
    for (const one of [...subjects, generator, upstream]) await one.close();
  }
  return ratios;
}

/**
 * Divides the figure `what` of a subject by the reference's figure in the same round. Returns the median over all
 * rounds.
 */
function ratioOf(
  own: readonly Result[],
  results: ReadonlyMap<Subject, readonly Result[]>,
  reference: string | undefined,
  what: keyof Result = "cpuUs",
): number {
  const base = [...results].find(([{ name }]) => name === reference)?.[1];
  return median(own.map((one, round) => one[what] / (base?.[round]?.[what] ?? Number.NaN)));
}

const referenceOf = (subjects: readonly Subject[]) =>
  references.find((wanted) => subjects.some(({ name }) => name === wanted));

function print(title: string, results: ReadonlyMap<Subject, readonly Result[]>, reference: string | undefined): void {
  console.log(`\n${title}\n${"".padEnd(12)}  answers/s   p50 ms   p99 ms   µs each   MB | ratio of µs, of p99`);
  for (const [{ name }, own] of results) {
    const of = (what: keyof Result, digits: number) => median(own.map((one) => one[what])).toFixed(digits);
    const ratio = (what: keyof Result) => ratioOf(own, results, reference, what).toFixed(3);
    console.log(
      `${name.padEnd(12)} ${of("perSecond", 0).padStart(10)} ${of("p50Ms", 2).padStart(8)} ${of("p99Ms", 2).padStart(8)} ` +
        `${of("cpuUs", 0).padStart(9)} ${of("memoryMB", 0).padStart(4)} | ${ratio("cpuUs")}, ${ratio("p99Ms")}`,
    );
  }
}
