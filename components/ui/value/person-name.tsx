interface PersonNameProps {
  /** The e-mail address at the time of the record. For an API client its name. */
  email: string;
  /** The current name, if it is known. */
  name?: string | undefined;
}

/** A person by name. The menu of the row, or the page of the record, has the e-mail address. */
export function PersonName({ email, name }: PersonNameProps) {
  return (
    <bdi title={email} className="text-ink-muted cards:wrap-anywhere print:wrap-anywhere!">
      {name || email}
    </bdi>
  );
}
