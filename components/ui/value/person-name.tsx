interface PersonNameProps {
  /** The email address when the record was stored. For an API client, the client's name. */
  email: string;
  /** The current name, if it is known. */
  name?: string | undefined;
}

/** The name of a person. The email address is in the row's menu or on the record's page. */
export function PersonName({ email, name }: PersonNameProps) {
  return (
    <bdi title={email} className="text-ink-muted cards:wrap-anywhere print:wrap-anywhere!">
      {name || email}
    </bdi>
  );
}
