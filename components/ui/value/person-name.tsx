interface PersonNameProps {
  /** The email address when the record was stored. For an API client, the client's name. */
  email: string;
  /** The current name, if it is known. */
  name?: string | undefined;
  /** True to show the email address after the name. The rows of lists show it only in their menus. */
  hasEmail?: boolean;
}

/** The name of a person. In a list, the email address is in the row's menu. */
export function PersonName({ email, name, hasEmail = false }: PersonNameProps) {
  if (!hasEmail) {
    return (
      <bdi title={email} className="text-ink-muted cards:wrap-anywhere">
        {name || email}
      </bdi>
    );
  }
  return (
    <span className="wrap-anywhere">
      <bdi>{name || email}</bdi>
      {name && name !== email && <bdi className="text-ink-muted"> {email}</bdi>}
    </span>
  );
}
