import { setImmediate, setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ImportRows,
  importAnswerSchema,
  importColumnsSchema,
  importRowsSchema,
} from "#lib/contract/operations/imports.ts";
import { type ModelApi, type ModelRequest, startModelApi } from "#tests/fixtures/api/model-api.ts";
import { createKillableConsole, type KillableConsole } from "#tests/fixtures/console/processes/killable-console.ts";
import { createSharedClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf } from "#tests/fixtures/imports/import-console.ts";

let api: ModelApi;
let console: KillableConsole;

beforeAll(async () => {
  const fastSince = Date.now();
  api = await startModelApi({ now: createSharedClock(fastSince).now });
  console = await createKillableConsole(api.origin, { fastSince });
  // Starts a new process, because the first test has killed the old one.
  await console.start();
});

afterAll(async () => {
  await console.close();
  await api.close();
});

const names = ["One", "Two", "Three", "Four", "Five"];

async function until(importID: string, holds: (answer: ImportRows) => boolean): Promise<ImportRows> {
  for (;;) {
    const answer = await console.send("GET", `/api/sandbox/imports/${importID}/rows?limit=100`);
    const rows = importRowsSchema.parse(answer?.json);
    if (holds(rows)) return rows;
    await setTimeout(20);
  }
}

const step = (importID: string, which: string, body?: object) =>
  console.send("POST", `/api/sandbox/imports/${importID}/${which}`, body);

/** Starts an import of five customers, and creates the first customer. */
async function begun(round: string): Promise<string> {
  const content = fileOf(names.map((name) => `${name} ${round}`));
  const uploaded = await console.upload("/api/sandbox/imports", content, "text/csv");
  const { importID } = importAnswerSchema.parse(uploaded?.json).import;
  const proposed = await console.send("GET", `/api/sandbox/imports/${importID}/columns`);
  const columns = importColumnsSchema.parse(proposed?.json).columns.map(({ name, field }) => [name, field ?? "ignore"]);
  await step(importID, "map", { columns: Object.fromEntries(columns) });
  await step(importID, "check");
  const { import: checked } = await until(importID, (answer) => answer.import.state === "checked");
  await step(importID, "start", { digest: checked.digest, acceptWarnings: true });
  await until(importID, (answer) => answer.import.state === "first-done");
  return importID;
}

const isCreationOf = ({ method, path, body }: ModelRequest, name: string) =>
  method === "POST" && path === "/customers" && String(body.companyName).startsWith(name);

test.each([
  ["when a creation has arrived and is not made", "no", "unknown"],
  ["when a creation is made and not answered", "yes", "created"],
  ["between two rows", undefined, "created"],
] as const)(
  "a console that is killed %s continues after its restart, and creates no customer twice",
  async (when, effect, state) => {
    api.forget();
    const importID = await begun(when);
    let isKilled = false;
    api.script((request) => {
      if (isKilled || !isCreationOf(request, "Three")) return undefined;
      isKilled = true;
      if (effect === undefined) void setImmediate().then(console.kill);
      else console.kill();
      return effect && { effect, answer: "hang" };
    });
    await step(importID, "resume");
    await console.gone();

    await console.start();
    const { rows } = await until(
      importID,
      (answer) =>
        answer.import.state === "finished" && answer.rows[1]?.state === "created" && answer.rows[2]?.state === state,
    );
    expect(rows.map((row) => row.state)).toEqual(["created", "created", state, "created", "created"]);
    const sent = api.requests.filter(({ method, path }) => method === "POST" && path === "/customers");
    expect(new Set(sent.map(({ body }) => body.companyName)).size).toBe(sent.length);
    expect(sent).toHaveLength(names.length);
    expect(api.customers).toHaveLength(effect === "no" ? names.length - 1 : names.length);
  },
);
