// `npm run soak`: the long runs and large counts, one after the other, each in a process of its own.
// `npm run soak -- kill-service 20` runs one of them with the further arguments.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join, parse } from "node:path";

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "main.ts")
  .map((file) => parse(file).name)
  .sort();
const [wanted, ...rest] = process.argv.slice(2);

async function run(name: string): Promise<boolean> {
  console.log(`${name} …`);
  const script = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...rest], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stop = () => script.kill("SIGTERM");
  process.on("disconnect", stop).on("SIGTERM", stop).on("SIGINT", stop);
  const [code] = await once(script, "exit");
  for (const signal of ["disconnect", "SIGTERM", "SIGINT"]) process.off(signal, stop);
  console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}`);
  return code === 0;
}

if (wanted !== undefined && !names.includes(wanted)) {
  console.error(`There is no long run ${wanted}: name one of ${names.join(", ")}, or none for all.`);
  process.exitCode = 1;
} else {
  for (const name of wanted === undefined ? names : [wanted]) {
    if (!(await run(name))) process.exitCode = 1;
  }
}
// The channel to the parent process would keep this one alive.
process.disconnect?.();
