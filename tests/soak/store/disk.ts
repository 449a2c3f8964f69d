// Runs two consoles on SQLite under load. The disk of the first console is full for some time, and the disk of the
// second console becomes read-only. To run it: `npm run soak -- disk [full|read-only]`. Needs root (for a small file
// system) and a build.
//
// While the disk fails, every answer must be correct or a 503. No data may be incomplete, and everything must work
// again within five seconds. A read-only disk must first be mounted again, and the console restarted.
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import {
  startWatchedConsole,
  type Trouble,
  type WatchedConsole,
} from "#tests/fixtures/store-trouble/watched-console.ts";

const [wanted] = process.argv.slice(2);
if (process.getuid?.() !== 0) {
  console.error("This run needs root, which alone may mount a file system.");
  process.exit(1);
}
const maxRecoveryMs = 5_000;
const sizeMB = 64;
const troubleMs = 20_000;

const folder = mkdtempSync(join(tmpdir(), "switchboard-disk-"));
const [image, disk] = [join(folder, "image"), join(folder, "disk")];
mkdirSync(disk);
const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, { stdio: ["ignore", "ignore", "pipe"] });
const mount = () => run("mount", "-o", "loop", image, disk);

/** Fills the disk for this time, including space that becomes free in the meantime. */
async function fillFor(durationMs: number): Promise<void> {
  const filler = join(disk, "filler");
  const file = openSync(filler, "w");
  const untilMs = performance.now() + durationMs;
  try {
    for (let size = 1 << 20; performance.now() < untilMs; ) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        size = Math.max(512, size / 2);
        if (size === 512) await setTimeout(50);
      }
    }
  } finally {
    closeSync(file);
    rmSync(filler);
  }
}

const troublesOf = (watched: WatchedConsole): Trouble[] => [
  { name: "full", mayRefuse: true, make: () => fillFor(troubleMs) },
  {
    name: "read-only",
    mayRefuse: true,
    mayBreak: true,
    async make() {
      // Makes the file system read-only, as the kernel does when a disk fails. Afterwards, even writes to open files
      // fail.
      run("mount", "-o", "remount,abort", disk);
      await setTimeout(troubleMs);
      await watched.stop();
      run("umount", disk);
      mount();
      await watched.start();
    },
  },
];

run("truncate", "-s", `${sizeMB}M`, image);
run("mkfs.ext4", "-q", "-m", "0", image);
mount();
const problems: string[] = [];
try {
  for (const name of ["full", "read-only"]) {
    if (wanted !== undefined && name !== wanted) continue;
    const path = join(disk, `${name}.db`);
    const watched = await startWatchedConsole(`sqlite:${path}`, maxRecoveryMs);
    try {
      const trouble = troublesOf(watched).find((each) => each.name === name) as Trouble;
      const figures = await watched.through(trouble);
      const creations = await watched.check();
      problems.push(...watched.problems);
      console.log(JSON.stringify({ ...figures, ...creations }, null, 2));
    } finally {
      await watched.close();
    }
    const database = new DatabaseSync(path, { readOnly: true });
    const [checked] = Object.values(database.prepare("pragma integrity_check").get() ?? {});
    if (checked !== "ok") problems.push(`${name}: ${checked}`);
    database.close();
  }
  console.log(JSON.stringify({ problems: problems.slice(0, 20) }, null, 2));
} finally {
  run("umount", disk);
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = problems.length === 0 ? 0 : 1;
