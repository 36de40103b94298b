/** What of the SDK's messages is for the log: they begin with what is wrong, and the rest quotes what a client sent. */
export function withoutQuotes({ message }: Error): string {
  return (message.split(/[:"]/, 1)[0] as string).trim().slice(0, 200);
}
