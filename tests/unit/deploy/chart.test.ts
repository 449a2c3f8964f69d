import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { unknownVariables } from "#server/bff/config/unknown-variables.ts";
import {
  chartFile,
  chartTemplates,
  chartValuesJsonSchema,
  chartValuesYaml,
  plainManifest,
} from "../../../deploy/source/render.ts";
import { chartValuesSchema, plainValues } from "../../../deploy/source/values.ts";

const root = resolve(import.meta.dirname, "../../..");
const deploy = join(root, "deploy");
const chart = join(deploy, "helm");
const { version, description } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// After a change in deploy/source, run this file with `-u` to write the files of the following tests again.

test("the plain manifest is made from the source", async () => {
  await expect(plainManifest(plainValues, version)).toMatchFileSnapshot(join(deploy, "kubernetes/switchboard.yaml"));
});

test("the chart is made from the source", async () => {
  const files = {
    "Chart.yaml": chartFile({ version, description }),
    "values.yaml": chartValuesYaml(),
    "values.schema.json": chartValuesJsonSchema(),
    ...Object.fromEntries(Object.entries(chartTemplates()).map(([name, text]) => [`templates/${name}`, text])),
  };
  for (const [name, text] of Object.entries(files)) await expect(text).toMatchFileSnapshot(join(chart, name));
  expect(readdirSync(join(chart, "templates")).toSorted()).toEqual(
    [...Object.keys(chartTemplates()), "NOTES.txt"].toSorted(),
  );
});

const given = { publicOrigin: "https://switchboard.example" };

describe("the schema of the chart's values", () => {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(chartValuesJsonSchema()));

  test("the defaults with an address are valid, and without one they are not", () => {
    const defaults = parse(chartValuesYaml());
    expect(validate({ ...defaults, ...given })).toBe(true);
    expect(validate(defaults)).toBe(false);
  });

  test.each([
    ["one replica", { replicas: 1 }],
    ["an address without TLS", { publicOrigin: "http://switchboard.example" }],
    ["a misspelt name", { replica: 3 }],
    ["a misspelt name within a part", { ingress: { enable: false } }],
    ["no port", { networkPolicy: { egressPorts: [] } }],
    ["a variable's name in small letters", { env: { read_ahead: "off" } }],
    ["a number as a variable's value", { env: { KNOWN_MAX_AGE_HOURS: 12 } }],
  ])("%s is invalid", (_, wrong) => {
    expect(validate({ ...given, ...wrong })).toBe(false);
    expect(chartValuesSchema.safeParse({ ...given, ...wrong }).success).toBe(false);
  });
});

test("neither the chart nor the manifest contains a secret", () => {
  const texts = [plainManifest(plainValues, version), chartValuesYaml(), ...Object.values(chartTemplates())];
  const names = [...texts.join("\n").matchAll(/name: ([A-Z][A-Z_]+)$/gm)].map(([, name]) => name ?? "");
  expect(new Set(names)).toEqual(new Set(["PUBLIC_ORIGIN", "TRUSTED_PROXIES", "DRAIN_PAUSE"]));
  expect(unknownVariables(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
  for (const text of texts) expect(text).not.toMatch(/kind: Secret/);
});

const helm = process.env.HELM ?? "helm";
const hasHelm = spawnSync(helm, ["version"]).status === 0;
if (!hasHelm) process.stdout.write("helm is not installed: the chart is not rendered.\n");

describe.skipIf(!hasHelm)("the chart rendered by helm", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "switchboard-chart-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const render = (values: unknown, name = "switchboard") => {
    const file = join(folder, "values.json");
    writeFileSync(file, JSON.stringify(values));
    const { status, stdout, stderr } = spawnSync(
      helm,
      ["template", name, chart, "--kube-version", "1.30.0", "--values", file],
      {
        encoding: "utf8",
      },
    );
    return { status, stderr, resources: parseAllDocuments(stdout).map((document) => document.toJS()) };
  };
  const keyOf = ({ kind, metadata }: { kind: string; metadata: { name: string } }) => `${kind} ${metadata.name}`;
  const byKey = (resources: Parameters<typeof keyOf>[0][]) =>
    Object.fromEntries(resources.map((resource) => [keyOf(resource), resource]));

  test("the chart with the manifest's values is the manifest", () => {
    const { resources, stderr } = render(given);
    expect(stderr).toBe("");
    const manifest = parseAllDocuments(plainManifest(plainValues, version)).map((document) => document.toJS());
    expect(byKey(resources)).toEqual(byKey(manifest));
  });

  test("every value has an effect where it belongs", () => {
    const { resources } = render(
      {
        publicOrigin: "https://partners.example:8443",
        image: { repository: "registry.example/switchboard" },
        imagePullSecrets: [{ name: "registry" }],
        env: { READ_AHEAD: "off" },
        ingress: { className: "nginx", annotations: { "a.example/b": "c" } },
        networkPolicy: { enabled: false },
        nodeSelector: { disk: "fast" },
        tolerations: [{ key: "dedicated", operator: "Exists" }],
      },
      "partners",
    );
    const all = byKey(resources);
    const deployment = all["Deployment partners"] as never as {
      spec: { template: { spec: Record<string, unknown> & { containers: { image: string; env: object[] }[] } } };
    };
    const pod = deployment.spec.template.spec;
    expect(pod.containers[0]?.image).toBe(`registry.example/switchboard:${version}`);
    expect(pod.containers[0]?.env).toContainEqual({ name: "READ_AHEAD", value: "off" });
    expect(pod.imagePullSecrets).toEqual([{ name: "registry" }]);
    expect(pod.nodeSelector).toEqual({ disk: "fast" });
    expect(pod.tolerations).toEqual([{ key: "dedicated", operator: "Exists" }]);
    expect(all["Ingress partners"]).toMatchObject({
      metadata: { annotations: { "a.example/b": "c" } },
      spec: { ingressClassName: "nginx", rules: [{ host: "partners.example" }] },
    });
    expect(Object.keys(all).filter((key) => key.startsWith("NetworkPolicy"))).toEqual([]);
  });

  test("helm names a missing address and a wrong value", () => {
    const { status, stderr } = render({ replicas: 1 });
    expect(status).not.toBe(0);
    expect(stderr).toContain("publicOrigin");
    expect(stderr).toContain("replicas");
  });
});
