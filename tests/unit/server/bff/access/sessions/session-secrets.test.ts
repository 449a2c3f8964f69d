import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSecretSeal } from "#server/bff/access/factors/secret-seal.ts";
import { createSessionCookie } from "#server/bff/access/sessions/session-cookie.ts";
import { createSessionSecrets, type SessionSecrets } from "#server/bff/access/sessions/session-secrets.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";

const [first, second] = ["the first of two long secrets 4f1c", "the second of two long secrets 9a3e"];
const clock = createTestClock();

let folder: string;
let file: string;
let lines: string[];
let rotations: number;
let own: SessionSecrets;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-secrets-"));
  file = join(folder, "session-secret");
  [lines, rotations] = [[], 0];
  writeFileSync(file, `${first}\n`);
  const log = createLog("info", { write: (line) => void lines.push(line) });
  own = createSessionSecrets({ clock, log }, [first], {
    file,
    onRotated: async () => {
      rotations += 1;
    },
  });
  own.start();
});

afterEach(async () => {
  await own.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Replaces the whole file by renaming, as the guide recommends to operators, so that no reader sees half of the file.
 */
function replaceFile(text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** Replaces the file, and waits until the worker has read it. */
async function write(text: string, becomes: readonly string[]): Promise<void> {
  replaceFile(text);
  await expect
    .poll(() => {
      own.wake();
      return own.secrets;
    })
    .toEqual(becomes);
}

const cookies = () =>
  createSessionCookie({
    secure: false,
    clock,
    get secrets() {
      return own.secrets;
    },
  });

const pair = (header: string) => header.split(";", 1)[0] ?? "";

test("a rotation keeps sessions while both secrets are listed, and ends the sessions of a removed secret", async () => {
  const cookie = cookies();
  const sessionID = cookie.newSessionID();
  const old = pair(await cookie.seal(sessionID));
  expect(await cookie.read(old)).toMatchObject({ sessionID });
  await write(`${first},${second}`, [first, second]);
  expect(await cookie.read(old)).toMatchObject({ sessionID });
  await write(`${second},${first}`, [second, first]);
  expect(await cookie.read(old)).toMatchObject({ sessionID });
  const renewed = pair(await cookie.seal(sessionID));
  await write(second, [second]);
  expect(await cookie.read(old)).toBeNull();
  expect(await cookie.read(renewed)).toMatchObject({ sessionID });
});

test("a sealed value in the store is sealed again as soon as the sealing secret changes, and not before", async () => {
  const seal = createSecretSeal(own);
  const sealed = await seal.seal("ada", "app");
  await write(`${first},${second}`, [first, second]);
  expect(rotations).toBe(0);
  await write(`${second},${first}`, [second, first]);
  await expect.poll(() => rotations).toBe(1);
  expect(await seal.unseal("ada", sealed)).toEqual({ secret: "app", isCurrent: false });
});

test("a file without a valid list changes nothing, and is reported once without its content", async () => {
  replaceFile("short");
  const reports = () => lines.filter((line) => line.includes("SESSION_SECRET_FILE is ignored")).length;
  await expect
    .poll(() => {
      own.wake();
      return reports();
    })
    .toBe(1);
  own.wake();
  await write(`${second},${first}`, [second, first]);
  expect(reports()).toBe(1);
  expect(lines.join("")).not.toMatch(/short|long secrets/);
});
