import { z } from "zod";

/**
 * Runs in the browser before any module of a page. Zod would otherwise try whether it may build
 * functions out of text, which the Content-Security-Policy forbids and reports on every page.
 */
z.config({ jitless: true });
