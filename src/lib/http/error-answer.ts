/** Returns a response with a JSON body that says what is wrong: a code for programs, and a sentence for people. */
export function errorAnswer(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error, message }, { status, headers });
}
