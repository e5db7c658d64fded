/**
 * The status and the length in bytes of the one HTTP response that begins the bytes; undefined while it is not
 * complete. Header names are in lower case, as the bank writes them. Throws on one whose length is not given.
 */
export function readResponse(bytes: Buffer): { status: number; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const lengthAt = bytes.indexOf(lengthName) + lengthName.length
  if (lengthAt < lengthName.length || lengthAt > headEnd) {
    throw new Error(`A response without content-length:\n${bytes.toString('latin1', 0, headEnd)}`)
  }
  const length = headEnd + 4 + Number(bytes.toString('latin1', lengthAt, bytes.indexOf('\r', lengthAt)))
  return bytes.length < length ? undefined : { status: Number(bytes.toString('latin1', 9, 12)), length }
}

// Searched for as bytes: the text of the head is never needed as a whole.
const lengthName = Buffer.from('\r\ncontent-length: ')
