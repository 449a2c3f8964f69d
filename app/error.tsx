"use client";

import { BrokenPage } from "#components/shell/broken-page.tsx";

export default BrokenPage;
