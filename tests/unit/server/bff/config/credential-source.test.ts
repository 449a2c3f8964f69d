import { expect, test } from "vitest";
import { createCredentialSource } from "#server/bff/config/credential-source.ts";

function setUp() {
  const files: Record<string, string | undefined> = {
    "/run/production-key": "production-key\n",
    "/run/production-secret": "production-secret\n",
    "/run/sandbox-secret": "sandbox-secret",
  };
  const credentialsOf = createCredentialSource(
    {
      baseUrl: "https://api.example",
      credentials: {
        production: { keyID: "production-key", secret: "production-secret" },
        sandbox: { keyID: "sandbox-key", secret: "sandbox-secret" },
      },
      credentialFiles: {
        production: { keyID: "/run/production-key", secret: "/run/production-secret" },
        sandbox: { keyID: undefined, secret: "/run/sandbox-secret" },
      },
    },
    (path) => {
      const text = files[path];
      if (text === undefined) throw new Error("ENOENT");
      return text;
    },
  );
  return { files, credentialsOf };
}

test("a rotated key pair is used at the next read", () => {
  const { files, credentialsOf } = setUp();
  expect(credentialsOf("production")).toEqual({ keyID: "production-key", secret: "production-secret" });
  files["/run/production-key"] = "second-key\n";
  files["/run/production-secret"] = "second-secret\r\n";
  expect(credentialsOf("production")).toEqual({ keyID: "second-key", secret: "second-secret" });
  expect(credentialsOf("sandbox")).toEqual({ keyID: "sandbox-key", secret: "sandbox-secret" });
});

test("a part that comes from a variable stays, and the part that comes from a file is read again", () => {
  const { files, credentialsOf } = setUp();
  files["/run/sandbox-secret"] = "rotated";
  expect(credentialsOf("sandbox")).toEqual({ keyID: "sandbox-key", secret: "rotated" });
});

test.each([[undefined], [""], ["two\nlines"], ["x".repeat(501)]])(
  "with %j in the file, the last good pair stays in use",
  (text) => {
    const { files, credentialsOf } = setUp();
    files["/run/production-secret"] = "second-secret";
    credentialsOf("production");
    files["/run/production-secret"] = text;
    expect(credentialsOf("production")).toEqual({ keyID: "production-key", secret: "second-secret" });
  },
);

test("the other environment's key is never used", () => {
  const { files, credentialsOf } = setUp();
  files["/run/production-key"] = "sandbox-key";
  expect(credentialsOf("production").keyID).toBe("production-key");
});

test("an environment without a key pair gives an error", () => {
  const credentialsOf = createCredentialSource({ baseUrl: "https://api.example", credentials: {} });
  expect(() => credentialsOf("sandbox")).toThrow(TypeError);
});
