import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const script = `
  import { writeFile } from "node:fs/promises";
  import { createSendMail } from "./mail.ts";
  const send = createSendMail({ url: "smtp://127.0.0.1:1", from: "console@test.example" });
  const attempt = () => send({ to: "kim@test.example", subject: "s", text: "t" }).then(() => "sent", ({ name }) => name);
  const results = [await attempt()];
  await writeFile("node_modules/nodemailer/main.js", "exports.createTransport = () => ({ sendMail: async () => {} });");
  results.push(await attempt(), await attempt());
  console.log(results.join(" "));
`;

test("a mail package that could not be loaded is loaded with the next mail", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mail-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "node_modules/nodemailer"), { recursive: true });
  await writeFile(join(folder, "node_modules/nodemailer/package.json"), `{"name":"nodemailer","main":"main.js"}`);
  await copyFile("server/bff/core/mail.ts", join(folder, "mail.ts"));
  await writeFile(join(folder, "send.ts"), script);
  await writeFile(join(folder, "package.json"), `{"type":"module"}`);
  const { stdout } = await promisify(execFile)(process.execPath, ["send.ts"], { cwd: folder });
  expect(stdout.trim()).toBe("MailNotLoaded sent sent");
});
