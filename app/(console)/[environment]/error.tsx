"use client";

import { BrokenPanel } from "#components/shell/broken-page.tsx";

export default BrokenPanel;
