/**
 * Returns the environment variables that keep the memory of a console small (docs/decisions/0065-memory.md). Variables
 * that are already set have priority. The Dockerfile and the example of systemd set the same values.
 * @param {Record<string, string | undefined>} env
 */
export function memoryVariables(env) {
  return {
    // For glibc's allocator. Other C libraries ignore these variables.
    MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? "1",
    MALLOC_TRIM_THRESHOLD_: env.MALLOC_TRIM_THRESHOLD_ ?? "131072",
    MALLOC_MMAP_THRESHOLD_: env.MALLOC_MMAP_THRESHOLD_ ?? "131072",
    // Of two equal options, Node uses the last one.
    NODE_OPTIONS: `--max-old-space-size=384 ${env.NODE_OPTIONS ?? ""}`.trim(),
  };
}
