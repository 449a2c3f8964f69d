import { expect, test } from "vitest";
import { upstreamMessages } from "#server/api-client/transport/upstream-messages.ts";

const messagesOf = (body: unknown, type: string | null = "application/json", secrets: string[] = []) =>
  upstreamMessages(typeof body === "string" ? body : JSON.stringify(body), type, secrets);

test.each([
  ["an array of messages", ["first", "second"], [{ message: "first" }, { message: "second" }]],
  ["an array of objects", [{ field: "term", message: "unknown" }], [{ field: "term", message: "unknown" }]],
  ["an object with a message", { message: "no such customer" }, [{ message: "no such customer" }]],
  ["an object with messages", { message: ["a", "b"], error: "Bad Request" }, [{ message: "a" }, { message: "b" }]],
  ["a message with details", { message: "bad", errors: ["x"] }, [{ message: "bad" }, { message: "x" }]],
  ["only a title", { error: "Bad Request", statusCode: 400 }, [{ message: "Bad Request" }]],
  ["an error object", { error: { message: "inner" } }, [{ message: "inner" }]],
  ["JSON text", JSON.stringify("just text"), [{ message: "just text" }]],
  ["plain text", "Something went wrong", [{ message: "Something went wrong" }]],
  ["the same message twice", ["same", "same"], [{ message: "same" }]],
  ["empty messages", ["", "  ", null, 5, true], []],
  ["nothing", "", []],
  ["an empty object", {}, []],
  ["null", "null", []],
  ["a number", "42", []],
  ["broken JSON", '{"message": "cut o', []],
])("messages are read from %s", (_, body, expected) => {
  expect(messagesOf(body)).toEqual(expected);
});

test.each([
  ["<!doctype html><title>502</title>", "text/html"],
  ["  <html><body>proxy</body>", null],
  ["<error>no</error>", "application/xml"],
])("markup contains no message: %s", (body, type) => {
  expect(messagesOf(body, type)).toEqual([]);
});

test("a message is one line without control characters or reversed text", () => {
  expect(messagesOf(["a\r\nb\u0000\u001b[31mc\u202ed\u2028e"])).toEqual([{ message: "a b [31mc d e" }]);
});

test("messages have a limited length and number, and are never cut inside a character", () => {
  const [long] = messagesOf([`${"x".repeat(498)}😀😀😀`]);
  expect(long?.message).toHaveLength(500);
  expect(long?.message.isWellFormed()).toBe(true);
  expect(messagesOf(Array.from({ length: 1_000 }, (_, index) => `message ${index}`))).toHaveLength(20);
});

test("a secret is hidden even if a cut or a control character would split it", () => {
  const secret = "canary-secret-0123456789";
  const cut = `${"x".repeat(490)}${secret}`;
  const texts = messagesOf([cut, "canary-secret-\u00000123456789", `{"field":"${secret}"}`], null, [secret]);
  const [first] = texts;
  expect(first?.message).not.toContain("canary");
  expect(JSON.stringify(texts)).not.toContain(secret);
});

test("inherited members of an object are not read, and deep nesting ends the search", () => {
  expect(messagesOf('{"__proto__": {"message": "planted"}}')).toEqual([]);
  expect(messagesOf(`${"[".repeat(5_000)}"deep"${"]".repeat(5_000)}`)).toEqual([]);
});
