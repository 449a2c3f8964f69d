import type { PictureEntry } from "./picture-entry.ts";
import { accessPictures } from "./pictures/access.ts";
import { bulkPictures } from "./pictures/bulk.ts";
import { customerPictures } from "./pictures/customer.ts";
import { customersPictures } from "./pictures/customers.ts";
import { endPictures } from "./pictures/ends.ts";
import { otherPictures } from "./pictures/others.ts";
import { plannedPictures } from "./pictures/planned.ts";
import { workPictures } from "./pictures/work.ts";

/** All pictures, in the order in which they are taken. Pictures that need writes are last. */
export const pictures: readonly PictureEntry[] = [
  ...otherPictures,
  ...customersPictures,
  ...customerPictures,
  ...workPictures,
  ...bulkPictures,
  ...plannedPictures,
  ...endPictures,
  ...accessPictures,
];
