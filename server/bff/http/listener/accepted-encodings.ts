/** The encodings that `Accept-Encoding` allows. A weight of 0 means that an encoding is not allowed. */
export function acceptedEncodings(header: string | readonly string[] | undefined): Set<string> {
  return new Set(
    (header?.toString() ?? "")
      .toLowerCase()
      .split(",")
      .flatMap((part) => {
        const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
        return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
      }),
  );
}
