import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { api } from "#lib/paths.ts";
import { addStaff, cookieOf, testPassword } from "#tests/fixtures/console/create-test-bff.ts";

const root = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);

test("the packaged folder has every command of an operator, and its console starts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-packaged-"));
  try {
    const program = join(folder, "opt");
    const image = await run(process.execPath, [join(root, "scripts/setup/image.mjs"), program]);
    expect(image.stdout.trimEnd().split("\n").at(-1)).toBe(`The program is in ${program}.`);
    expect(image.stderr).not.toContain("ExperimentalWarning");
    // Every package that the folder contains is named with its licence.
    const licences = readFileSync(join(program, "THIRD-PARTY-LICENCES.txt"), "utf8");
    const { packages } = JSON.parse(readFileSync(join(program, "package-lock.json"), "utf8"));
    const copied = Object.keys(packages).filter((path) => path !== "" && existsSync(join(program, path)));
    expect(copied.length).toBeGreaterThan(50);
    for (const path of copied) {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      expect(licences).toMatch(
        new RegExp(`^${name} ${packages[path].version.replaceAll(".", "\\.")}: .*[A-Z0-9]`, "m"),
      );
    }
    // The folder of the program also contains the guide.
    expect(existsSync(join(program, ".next/guide/index.html"))).toBe(true);
    const data = join(folder, "data");
    const tools = join(folder, "tools");
    for (const one of [data, tools]) mkdirSync(one);
    for (const tool of ["cat", "dirname", "readlink"]) symlinkSync(`/usr/bin/${tool}`, join(tools, tool));
    const env = {
      NODE_ENV: "production",
      DATA_DIR: data,
      DATABASE_URL: `sqlite:${join(data, "console.db")}`,
      PROVISIONING_BASE_URL: "http://127.0.0.1:9",
      PROVISIONING_SANDBOX_KEY_ID: "0b0d5c0e-6a31-4c49-8f0e-2d1f1d8f6a11",
      PROVISIONING_SANDBOX_SECRET: "sandbox-secret",
      SESSION_SECRET: "a secret that is long enough for a test",
      PORT: "0",
    } as const;
    const switchboard = async (...args: string[]) => {
      // As in the image, PATH contains neither Node nor npm, only the tools of every system.
      const given = { env: { ...env, NODE_ENV: "production" as const, PATH: tools }, cwd: folder };
      const child = run(join(program, "bin", "switchboard"), args, given);
      return child.then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
      );
    };
    // Runs each command once. The tests in `tests/integration/bff` check what the commands do.
    expect(await switchboard("migrate")).toMatchObject({ code: 0 });
    const invited = await switchboard("staff", "invite", "ada@company.example", "--name", "Ada");
    expect(invited.text).toContain("ada@company.example");
    const backup = join(folder, "monday.backup");
    expect(await switchboard("backup", backup)).toMatchObject({ code: 0 });
    expect(await switchboard("restore", backup, "--replace")).toMatchObject({ code: 0 });
    expect((await switchboard("staff", "list")).text).toContain("ada@company.example");
    // Exit code 3: the log is intact, but it is written without a key.
    expect(await switchboard("audit-verify")).toMatchObject({ code: 3 });
    expect(await switchboard("help")).toMatchObject({ code: 0, text: expect.stringContaining("bin/switchboard <") });
    expect(await switchboard("fly")).toMatchObject({ code: 2 });
    expect(readdirSync(data).some((name) => name.startsWith("console.db"))).toBe(true);
    await addStaff(env.DATABASE_URL, [{ email: "vera@test.example", role: "viewer" }]);
    // The console itself starts from the copied files.
    const console = spawn(join(program, "bin", "node"), ["server/main.js"], {
      cwd: program,
      env: env,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const [message] = (await once(console, "message")) as [{ type: string; origin: string }];
    const answer = await fetch(`${message.origin}/api/health`);
    expect(answer.status).toBe(200);
    // The thread that filters customers also starts from the copied files.
    const { origin } = message;
    const headers = { origin, "x-switchboard": "1", "content-type": "application/json" };
    const signIn = { email: "vera@test.example", password: testPassword };
    const session = await fetch(`${origin}${api.session()}`, {
      method: "POST",
      headers,
      body: JSON.stringify(signIn),
    });
    const cookie = cookieOf(session);
    const filtered = `${origin}${api.customers("sandbox", new URLSearchParams({ plan: "essential" }))}`;
    expect(await (await fetch(filtered, { headers: { ...headers, cookie } })).json()).toMatchObject({
      customers: [],
      source: "known",
    });
    console.kill("SIGTERM");
    await once(console, "exit");
    for (const part of ["node_modules/vitest", ".next/cache"]) expect(existsSync(join(program, part))).toBe(false);
    // The file name of earlier versions still starts the console.
    const earlier = spawn(join(program, "bin", "node"), ["server/main.ts"], {
      cwd: program,
      env,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    expect((await once(earlier, "message"))[0]).toMatchObject({ type: "ready" });
    earlier.kill("SIGTERM");
    await once(earlier, "exit");
    // A stack trace has the lines and columns of the sources.
    const lines = (file: string) => readFileSync(file, "utf8").split("\n").length;
    expect(lines(join(program, "server", "main.js"))).toBe(lines(join(root, "server", "main.ts")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
