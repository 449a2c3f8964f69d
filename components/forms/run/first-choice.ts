/** The choice of the row to send first. */
export interface FirstChoice {
  first: { position: number; companyName?: string | undefined } | undefined;
  onFirst: (row: FirstChoice["first"]) => void;
}
