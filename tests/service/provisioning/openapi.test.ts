import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { documentedChoices, operationChoices } from "#server/provisioning/our-choices.ts";
import { sandboxValues } from "#server/provisioning/sandbox-values.ts";
import { createChecker, type Description, type Operation, operationsOf } from "./openapi-checker.ts";
import { createTestService } from "./test-service.ts";

let service: Awaited<ReturnType<typeof createTestService>>;
let description: Description;
let operations: Operation[];
beforeAll(async () => {
  service = await createTestService();
  description = (await (await service.app.request("/openapi.json")).json()) as Description;
  operations = operationsOf(description);
});

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

describe("/openapi.json", () => {
  test("/openapi.json needs no token, is OpenAPI 3.1 and names both environments", async () => {
    const response = await service.app.request("/openapi.json");
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(description.openapi).toMatch(/^3\.1\./);
    expect(description.servers?.map(({ url }) => url)).toEqual(["/v2", "/sandbox"]);
  });

  test("/openapi.json describes every endpoint of the specification, and health, once", () => {
    expect(operations.map(nameOf).sort()).toEqual([
      "GET /customers",
      "GET /customers/{customerID}/activities",
      "GET /health",
      "GET /jobs",
      "GET /jobs/{jobID}",
      "GET /numbers",
      "GET /webhooks",
      "PATCH /customers/{customerID}/contract",
      "POST /auth",
      "POST /customers",
    ]);
    expect(new Set(operations.map((operation) => (operation as { operationId?: string }).operationId)).size).toBe(10);
  });

  test("/openapi.json describes every route", () => {
    const routed = service.app.routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/v2/"))
      .map(({ method, path }) => `${method} ${path.slice(3).replaceAll(/:(\w+)/g, "{$1}")}`);
    expect([...new Set(routed)].sort()).toEqual(
      operations
        .map(nameOf)
        .filter((name) => name !== "GET /health")
        .sort(),
    );
  });

  test("/openapi.json contains only valid references, and schemas that compile", () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? "");
    for (const path of references) {
      const target = path
        .split("/")
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], description);
      expect(target, path).toBeDefined();
    }
    const checker = createChecker(description);
    for (const operation of operations) checker.compile(operation);
  });

  test("every operation except POST /auth and health needs the token, and lists the answers of its middleware", () => {
    for (const operation of operations) {
      const isOpen = ["POST /auth", "GET /health"].includes(nameOf(operation));
      expect(operation.security, nameOf(operation)).toEqual(isOpen ? undefined : [{ Bearer: [] }]);
      const statuses = Object.keys(operation.responses);
      if (operation.path !== "/health")
        expect(statuses).toEqual(expect.arrayContaining(["400", "414", "429", "500", "503"]));
      if (!isOpen) expect(statuses).toContain("401");
      if (operation.requestBody) expect(statuses).toContain("413");
      if (operation.path.includes("{")) expect(statuses).toContain("404");
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        expect(headers).toHaveProperty("X-Request-ID");
        if (["429", "503"].includes(status)) expect(headers).toHaveProperty("Retry-After");
        if (status === "401") expect(headers).toHaveProperty("WWW-Authenticate");
      }
    }
  });

  test("/openapi.json names every choice of ours at its operation", () => {
    for (const sentence of documentedChoices) expect(description.info.description).toContain(sentence);
    for (const { operation: name, choices } of operationChoices) {
      const text = (operations.find((operation) => nameOf(operation) === name) as { description?: string }).description;
      expect(text).toContain("Our choice, not the specification's");
      for (const sentence of choices) expect(text).toContain(sentence);
    }
  });

  test("/openapi.json contains examples that match its own schemas", () => {
    const schemas = Object.entries(description.components?.schemas ?? {}) as [string, { example?: unknown }][];
    const examples = schemas.filter(([, { example }]) => example !== undefined);
    expect(examples.map(([name]) => name)).toEqual(
      expect.arrayContaining(["Activity", "ContractChange", "Credentials", "Customer", "Job", "NewCustomer", "Token"]),
    );
    const checker = createChecker(description);
    for (const [name, { example }] of examples) expect(checker.problemsOfExample(name, example)).toEqual([]);
  });

  test("/openapi.json lists the sandbox's special values", () => {
    for (const { value, effect } of sandboxValues) {
      expect(description.info.description).toContain(value);
      expect(description.info.description).toContain(effect);
    }
  });
});

test("the README has the same choices and sandbox values", async () => {
  const readme = (await readFile("server/provisioning/README.md", "utf8")).replaceAll(/\s+/g, " ");
  const sentences = [
    ...documentedChoices,
    ...operationChoices.flatMap(({ choices }) => choices),
    ...sandboxValues.flatMap(({ value, effect }) => [value, effect]),
  ];
  for (const sentence of sentences) expect(readme).toContain(sentence);
});

describe("/docs", () => {
  test("/docs needs no token, loads only files of the service, and has its own policy", async () => {
    const response = await service.app.request("/docs");
    expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const page = await response.text();
    expect(page).not.toMatch(/<script>|<style|style=|onload=|https?:/);
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => `/${address}`);
    expect(addresses).toContain("/openapi.json");
    for (const address of addresses) {
      const file = await service.app.request(address);
      expect([address, file.status]).toEqual([address, 200]);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(50);
    }
  });

  test.each([
    ["/docs/swagger-ui-bundle.js", /^text\/javascript/],
    ["/docs/swagger-ui.css", /^text\/css/],
    ["/docs/favicon-32x32.png", /^image\/png/],
  ])("%s may be cached for some time, and contains the description", async (path, type) => {
    const response = await service.app.request(path);
    expect(response.headers.get("Content-Type")).toMatch(type);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test.each(["/docs/package.json", "/docs/../package.json", "/docs/%2e%2e/package.json", "/docs/swagger-ui.css.map"])(
    "%s is not served",
    async (path) => {
      expect((await service.app.request(path)).status).toBe(404);
    },
  );
});
