// `npm run soak` runs all long runs and large counts, one after the other, each in a separate process. `npm run soak --
// kill-service 20` runs one of them with its own arguments.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join, parse } from "node:path";

/** The file of each long run, by its name. The files are in subfolders. */
const files = new Map(
  readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && file !== "main.ts")
    .map((file) => [parse(file).name, join(import.meta.dirname, file)] as const)
    .sort(([a], [b]) => a.localeCompare(b)),
);
const [wanted, ...rest] = process.argv.slice(2);

async function run(name: string, file: string): Promise<boolean> {
  console.log(`${name} …`);
  const script = spawn(process.execPath, [file, ...rest], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stop = () => script.kill("SIGTERM");
  process.on("disconnect", stop).on("SIGTERM", stop).on("SIGINT", stop);
  const [code] = await once(script, "exit");
  for (const signal of ["disconnect", "SIGTERM", "SIGINT"]) process.off(signal, stop);
  console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}`);
  return code === 0;
}

if (wanted !== undefined && !files.has(wanted)) {
  console.error(`There is no long run ${wanted}: name one of ${[...files.keys()].join(", ")}, or none for all.`);
  process.exitCode = 1;
} else {
  for (const [name, file] of files) {
    if ((wanted ?? name) === name && !(await run(name, file))) process.exitCode = 1;
  }
}
// The channel to the parent process would keep this process running.
process.disconnect?.();
