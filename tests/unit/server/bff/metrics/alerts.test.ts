import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const folder = resolve("deploy/prometheus");
const alerts = readFileSync(resolve(folder, "alerts.yml"), "utf8");
const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);

/** The path of promtool, which Debian's package `prometheus` contains. PROMTOOL can name another path. */
const promtool = process.env.PROMTOOL ?? "promtool";
const isThere = spawnSync(promtool, ["--version"]).status === 0;

test.skipIf(!isThere)(
  "in promtool, every alert fires when it should, and only then (needs promtool of Debian's package prometheus)",
  () => {
    execFileSync(promtool, ["check", "rules", "alerts.yml"], { cwd: folder });
    expect(execFileSync(promtool, ["test", "rules", "alerts.test.yml"], { cwd: folder, encoding: "utf8" })).toContain(
      "SUCCESS",
    );
    execFileSync(promtool, ["check", "config", "--syntax-only", "prometheus.yml"], { cwd: folder });
  },
);

test("every alert has a test that it fires, a test that it does not fire, and an entry in the guide", () => {
  const tested = readFileSync(resolve(folder, "alerts.test.yml"), "utf8");
  const guide = readFileSync(resolve("docs/guide/watching.md"), "utf8");
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    expect(tested).toContain(`name: ${name} fires\n`);
    expect(tested).toContain(`name: ${name} is silent\n`);
    expect(alerts).toContain(`runbook: docs/guide/watching.md#${name.toLowerCase()}\n`);
    expect(guide).toContain(`### ${name}\n`);
  }
});
