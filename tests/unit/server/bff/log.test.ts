import { expect, test } from "vitest";
import { createLog, pathForLog } from "#server/bff/log.ts";
import { describeError } from "#server/bff/report-error.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog("trace", { write: (line) => void lines.push(line) }));
  return lines;
}

test("a newline in a value stays in its line", () => {
  const lines = logged((log) => log.info({ path: '/a\n{"level":60,"msg":"forged"}\r\n' }, "two\nlines"));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
});

test("what is called a secret is left out, two levels deep", () => {
  const secret = "canary";
  const [line] = logged((log) =>
    log.info({
      password: secret,
      headers: { cookie: secret, authorization: secret },
      a: { b: { token: secret } },
      kept: 1,
    }),
  );
  expect(line).not.toContain(secret);
  expect(line).toContain('"kept":1');
});

test("a path loses its query and its excess", () => {
  expect(pathForLog("/api/production/customers?searchTerm=private")).toBe("/api/production/customers");
  expect(pathForLog(`/${"x".repeat(5_000)}`)).toHaveLength(300);
});

test("an error is described by what we chose, its causes too", () => {
  const cause = Object.assign(new Error("connection lost"), { code: "08006", detail: "canary", query: "canary" });
  const described = describeError(new Error("outer", { cause }));
  expect(described).toMatchObject({ message: "outer", cause: { message: "connection lost", code: "08006" } });
  expect(JSON.stringify(described)).not.toContain("canary");
  expect(describeError("text").message).not.toContain("text");
});
