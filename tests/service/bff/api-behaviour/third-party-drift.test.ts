import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { toOpenApi } from "#server/bff/api-behaviour/export-openapi.ts";
import { learnAnswer, operationOf } from "#server/bff/api-behaviour/learn/learn-answer.ts";
import type { LearntBehaviour } from "#server/bff/api-behaviour/learn/shape.ts";
import { WordCandidates } from "#server/bff/api-behaviour/learn/word-candidates.ts";
import { deviations } from "#tests/fixtures/api-behaviour/deviations.ts";
import { collectServiceAnswers } from "#tests/fixtures/api-behaviour/service-answers.ts";

// Redocly's drift compares recorded traffic with an OpenAPI description. It is an independent check, because it knows
// nothing about the console.

const run = promisify(execFile);
const server = "https://api.example.test/v2";

let folder: string;
let answers: ApiAnswer[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-drift-"));
  answers = await collectServiceAnswers();
  const behaviour: LearntBehaviour = {};
  const candidates = new WordCandidates();
  for (let round = 0; round < 24; round += 1) {
    for (const answer of answers) learnAnswer(behaviour, answer, candidates, Date.parse("2026-11-20T12:00:00Z"));
  }
  writeFileSync(join(folder, "profile.json"), JSON.stringify(toOpenApi(behaviour, "production")));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the calls as a HAR file, the format in which browsers record traffic. */
function writeTraffic(name: string, given: readonly ApiAnswer[]): string {
  const entries = given.map(({ method, path, status, text }, index) => ({
    startedDateTime: "2026-11-20T12:00:00.000Z",
    time: 1,
    request: {
      method,
      url: `${server}${path.replace(/\{\w+\}/g, "0b0e7f3e-1111-4222-8333-444444444444")}`,
      httpVersion: "HTTP/1.1",
      headers: path === "/auth" ? [] : [{ name: "Authorization", value: `Bearer t${index}` }],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      headers: [{ name: "Content-Type", value: "application/json" }],
      cookies: [],
      content: { size: text.length, mimeType: "application/json", text },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
  }));
  const file = join(folder, `${name}.har`);
  writeFileSync(file, JSON.stringify({ log: { version: "1.2", creator: { name: "test", version: "1" }, entries } }));
  return file;
}

interface Problem {
  exchangeIndex: number;
  ruleId: string;
  message: string;
}

/** Returns the differences that drift finds in the traffic. */
async function drift(traffic: string): Promise<Problem[]> {
  const report = `${traffic}.report.json`;
  const cli = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");
  const flags = ["--api", join(folder, "profile.json"), "--server", server, "--format", "json", "--output", report];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  // Drift exits with 1 if it finds a difference.
  await run(process.execPath, [cli, "drift", traffic, ...flags], { env, cwd: folder }).catch(() => {});
  const { run: summary, problems } = JSON.parse(readFileSync(report, "utf8")) as {
    run: { totalExchanges: number; documentedExchanges: number };
    problems: Problem[];
  };
  expect(summary.documentedExchanges).toBe(summary.totalExchanges);
  return problems;
}

/** Returns the answer with at most two rows in each list. */
function shortened(answer: ApiAnswer): ApiAnswer {
  const json = JSON.parse(JSON.stringify(answer.json), (_, value) =>
    Array.isArray(value) ? value.slice(0, 2) : value,
  ) as unknown;
  return { ...answer, json, text: JSON.stringify(json) };
}

test("drift finds no differences in the answers from which the behaviour was learned", async () => {
  expect(await drift(writeTraffic("same", answers))).toEqual([]);
});

test("drift finds the same differences as we do, except for statuses and bodies that are not JSON, which it ignores", async () => {
  const deviated = deviations.map((deviation) => {
    const own = answers.filter((answer) => operationOf(answer) === deviation.operation && answer.status < 300);
    // Chooses an answer that contains the changed member. For example, perhaps only one of ten jobs has steps.
    const applied = own.map((answer) => ({ before: shortened(answer), after: deviation.apply(shortened(answer)) }));
    return applied.find(({ before, after }) => before.text !== after.text || before.status !== after.status)?.after;
  });
  expect(deviated).not.toContain(undefined);
  // The test runs drift several times, because drift reports two differences with the same place and the same text only
  // once.
  const found = new Set<number>();
  for (const from of [0, 15, 30]) {
    const part = deviated.slice(from, from === 30 ? undefined : from + 15) as ApiAnswer[];
    for (const { exchangeIndex } of await drift(writeTraffic(`from-${from}`, part))) found.add(from + exchangeIndex);
  }
  const missed = deviations.filter(({ kinds }, index) => {
    const isBodyOnly = !kinds.includes("other-status") && !kinds.includes("unreadable");
    return isBodyOnly && !found.has(index);
  });
  expect(missed.map(({ operation, path, kinds }) => [operation, path, kinds])).toEqual([]);
});
