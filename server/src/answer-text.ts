/** The text of another service's answer, up to `lengthMax` characters. What follows them is not read. */
export async function answerText(response: Response, lengthMax: number): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > lengthMax) break
  }
  return text.slice(0, lengthMax)
}
