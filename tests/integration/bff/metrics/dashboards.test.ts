import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestBff, type TestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { metricNamesOf, samplesOf } from "#tests/fixtures/metrics/read-metrics.ts";

const metricsToken = "Zt4Lw8Qe1Rv6Ny3Ub9Ik5Mo2Ap7Sd0Fg-Hj_Xc";
const files = ["deploy/prometheus/alerts.yml", "deploy/grafana/switchboard.json"];

/** Metrics of Prometheus itself. */
const foreign = new Set(["up"]);

/** The labels that Prometheus adds to all series (`job`, `instance`), and the label of histograms (`le`). */
const added = new Set(["job", "instance", "le"]);

let console: TestBff;
let text: string;
/** Uses PostgreSQL if possible, because only then does a console have database connections and metrics about them. */
const dialect = testDialects.includes("postgres") ? "postgres" : "sqlite";
const onlyPostgres = /^switchboard_store_connections/;

beforeAll(async () => {
  console = await createTestBff({
    dialect,
    variables: { METRICS_TOKEN: metricsToken },
    staff: [{ email: "ada@test.example", role: "administrator" }],
  });
  const cookie = await console.signIn("ada@test.example");
  await console.send("GET", "/api/sandbox/customers", { cookie });
  const headers = { authorization: `Bearer ${metricsToken}` };
  text = await (await console.bff.fetch(new Request(`${testOrigin}/api/metrics`, { headers }))).text();
});
afterAll(() => console.close());

/** Returns all selectors in a file, such as `switchboard_store_up{job="switchboard"}`. */
function selectorsOf(content: string): { name: string; labels: string[] }[] {
  const plain = content.replaceAll('\\"', '"');
  const found = plain.matchAll(/\b((?:switchboard|process|nodejs)_[a-z0-9_]+|up(?=\{))(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = "", labels = ""]) => ({
    name,
    labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
  }));
}

test.each(files)("the route's answer contains every metric and label that %s names", (file) => {
  const known = new Set(metricNamesOf(text));
  const baseOf = (name: string) => (known.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ""));
  const samples = samplesOf(text);
  const selectors = selectorsOf(readFileSync(file, "utf8")).filter(({ name }) => !foreign.has(name));
  expect(selectors.length).toBeGreaterThan(15);
  const unknown = selectors.filter(({ name }) => !known.has(baseOf(name))).map(({ name }) => name);
  expect(unknown.filter((name) => dialect === "postgres" || !onlyPostgres.test(name))).toEqual([]);
  for (const { name, labels } of selectors) {
    const ofName = samples.filter((sample) => sample.name === name);
    if (ofName.length === 0) continue;
    const given = new Set(ofName.flatMap((sample) => Object.keys(sample.labels)));
    expect(
      labels.filter((label) => !given.has(label) && !added.has(label)).map((label) => `${name}: ${label}`),
    ).toEqual([]);
  }
});

test("no two panels of the dashboard have the same place or number", () => {
  const { panels } = JSON.parse(readFileSync("deploy/grafana/switchboard.json", "utf8")) as {
    panels: { id: number; gridPos: { x: number; y: number } }[];
  };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
});
