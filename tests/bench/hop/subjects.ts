import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startNginx } from "#tests/bench/nginx.ts";
import { signIn } from "#tests/bench/sign-in.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";

/** A program that forwards lists. */
export interface Subject {
  name: string;
  origin: string;
  /** The path of one list, with `{offset}`. */
  path: string;
  headers: Record<string, string>;
  /** The IDs of the processes that do the work. */
  pids: readonly number[];
  /** Called before each round. */
  prepare?(): void;
  close(): Promise<unknown>;
}

/** The query with which the console requests the same list from the API. */
const upstreamQuery = "limit=25&offset={offset}&sort=created&ascending=false&datefrom=2020-01-01&includeDeleted=false";
const upstreamPath = `/v2/customers?${upstreamQuery}`;

/** Starts a module of this folder in a separate process. */
export async function startProcess(file: string, variables: Record<string, string> = {}) {
  const child = fork(join(import.meta.dirname, file), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...variables },
  });
  return { child, close: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

export async function originOf(child: ChildProcess): Promise<string> {
  const message = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (typeof message[0] !== "object") throw new Error(`a process of the benchmark ended with ${message[0]}`);
  return (message[0] as { origin: string }).origin;
}

async function startReference(name: string, kind: string, target: string, path: string): Promise<Subject> {
  const { child, close } = await startProcess("reference.ts", { HOP_KIND: kind, HOP_TARGET: target });
  return { name, origin: await originOf(child), path, headers: {}, pids: [child.pid ?? 0], close };
}

/**
 * Builds the route handler of `bare-next`. Does nothing if the handler and Next have not changed since the last build.
 */
function buildBareNext(): void {
  const changedMs = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const builtMs = changedMs(join(import.meta.dirname, "bare-next/.next/BUILD_ID"));
  const sources = [join(import.meta.dirname, "bare-next/app/customers/route.js"), "node_modules/next/package.json"];
  if (sources.every((path) => changedMs(path) < builtMs)) return;
  const next = resolve("node_modules/next/dist/bin/next");
  // Turbopack would use the console's own proxy and instrumentation, which are in a parent folder.
  const build = [next, "build", "--webpack", join(import.meta.dirname, "bare-next")];
  const { status, stdout } = spawnSync(process.execPath, build, {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the bare route handler could not be built: ${stdout}`);
}

/** Options of Node from an environment variable. */
const flagsOf = (variable: string) => process.env[variable]?.split(" ").filter((flag) => flag !== "") ?? [];

async function startSwitchboard(
  target: string,
  {
    variables = {},
    nodeFlags = [],
    program,
  }: { variables?: Record<string, string>; nodeFlags?: string[]; program?: string } = {},
): Promise<Subject> {
  const person = { email: "administrator@bench.example", password: "a password of the benchmark" };
  const running = await startConsole({
    logToFile: true,
    ...(program !== undefined && { program }),
    nodeFlags: [...nodeFlags, ...flagsOf(program === undefined ? "HOP_NODE_FLAGS" : "HOP_OTHER_FLAGS")],
    env: {
      PROVISIONING_BASE_URL: target,
      PROVISIONING_PRODUCTION_KEY_ID: randomUUID(),
      PROVISIONING_PRODUCTION_SECRET: "a-secret-of-the-benchmark",
      SESSION_SECRET: "a secret that is long enough for a benchmark",
      BOOTSTRAP_ADMIN_EMAIL: person.email,
      BOOTSTRAP_ADMIN_PASSWORD: person.password,
      ...variables,
    },
  });
  return {
    name: "Switchboard",
    origin: running.origin,
    path: "/api/production/customers?limit=25&offset={offset}&datefrom=2020-01-01",
    headers: { cookie: await signIn(running.origin, person) },
    pids: [running.pid],
    close: () => running.close(),
  };
}

/** The options of Node that leave out parts of the console, such as `call-recorder+list-memo`. */
const withoutParts = (parts: string) => [
  "--import",
  `${pathToFileURL(join(import.meta.dirname, "leave-out.ts")).href}?${parts}`,
];

/** The values of `KNOWN_CUSTOMERS` for the consoles whose recording of customers is switched on and off. */
export const knownModes = ["on", "off"] as const;

/**
 * Starts one console and returns it as two subjects. In the rounds of the first subject, for example `known-on`, the
 * console records customers. In the rounds of the second subject (`known-on:unnoted`), it does not.
 */
async function startSwitched(target: string, mode: (typeof knownModes)[number]): Promise<Subject[]> {
  const subject = await startSwitchboard(target, {
    variables: { KNOWN_CUSTOMERS: mode },
    nodeFlags: withoutParts("bff/known/known-customers"),
  });
  const [pid = 0] = subject.pids;
  let isNoting = false;
  const prepare = (wanted: boolean) => () => {
    if (isNoting !== wanted) process.kill(pid, "SIGUSR2");
    isNoting = wanted;
  };
  return [
    { ...subject, name: `known-${mode}`, prepare: prepare(true) },
    { ...subject, name: `known-${mode}:unnoted`, prepare: prepare(false), close: async () => {} },
  ];
}

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ").map(Number);
}

/** Starts the subjects with these names, or all. nginx is only started if it is installed. */
export async function startSubjects(target: string, names: readonly string[] | undefined): Promise<Subject[]> {
  const wanted = (name: string) => names === undefined || names.includes(name);
  const subjects: Subject[] = [];
  if (wanted("nginx")) {
    const nginx = await startNginx(target, { keepsConnections: true });
    if (nginx) {
      const pids = [nginx.pid, ...childrenOf(nginx.pid)];
      subjects.push({ name: "nginx", path: upstreamPath, headers: {}, ...nginx, pids });
    } else console.log("nginx: not measured, there is none on this machine");
  }
  if (wanted("undici")) subjects.push(await startReference("undici", "undici", target, upstreamPath));
  if (wanted("express")) subjects.push(await startReference("express", "express", target, upstreamPath));
  // Only on request: express with an agent in place of the proxy library's own agent.
  if (names?.includes("express-agent")) {
    subjects.push(await startReference("express-agent", "express-agent", target, upstreamPath));
  }
  if (wanted("next")) {
    buildBareNext();
    subjects.push(await startReference("next", "next", target, `/customers?${upstreamQuery}`));
  }
  if (wanted("Switchboard")) subjects.push(await startSwitchboard(target));
  // Only on request: a built console in another folder, such as the version before a code change.
  if (names?.includes("other")) {
    const other = await startSwitchboard(target, { program: process.env.HOP_OTHER ?? "" });
    subjects.push({ ...other, name: "other" });
  }
  // Only on request: the same console with metrics.
  if (names?.includes("measured")) {
    const measured = await startSwitchboard(target, {
      variables: { METRICS_TOKEN: randomBytes(32).toString("hex") },
    });
    subjects.push({ ...measured, name: "measured" });
  }
  // Only on request: one console that records the customers of its lists only in every second round. The bench does not
  // compare two consoles in two processes, because their times may differ by more than the recording costs.
  for (const mode of knownModes) {
    if (names?.includes(`known-${mode}`)) subjects.push(...(await startSwitched(target, mode)));
  }
  // Only on request: the same console without some of its parts (`leave-out.ts`), such as
  // `without:call-recorder+list-memo`.
  for (const name of names ?? []) {
    const [, parts] = /^without:(.+)$/.exec(name) ?? [];
    if (parts === undefined) continue;
    subjects.push({ ...(await startSwitchboard(target, { nodeFlags: withoutParts(parts) })), name });
  }
  return subjects;
}
