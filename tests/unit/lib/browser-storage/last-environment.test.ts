import { expect, test } from "vitest";
import { lastEnvironmentCookie, readLastEnvironment } from "#lib/browser-storage/last-environment.ts";
import { environments } from "#lib/contract/values/environments.ts";

const jar = (text: string) => {
  const [pair = ""] = text.split(";");
  const [name, value] = pair.split("=");
  return (wanted: string) => (wanted === name ? value : undefined);
};

test.each(environments)("the environment %s is read back unchanged", (environment) => {
  expect(readLastEnvironment(jar(lastEnvironmentCookie(environment)), environments)).toBe(environment);
});

test.each(["", "environment=staging", "environment=", "theme=dark"])(
  "the cookie %j gives the first permitted environment",
  (text) => {
    expect(readLastEnvironment(jar(text), ["sandbox"])).toBe("sandbox");
  },
);

test("an environment that the person may not see is not taken from the cookie", () => {
  expect(readLastEnvironment(jar(lastEnvironmentCookie("production")), ["sandbox"])).toBe("sandbox");
  expect(readLastEnvironment(jar(lastEnvironmentCookie("production")), [])).toBeUndefined();
});
