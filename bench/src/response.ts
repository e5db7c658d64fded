/**
 * The status and the length in bytes of the one HTTP response that begins the bytes; undefined while it is not
 * complete. Throws on one whose length is not given.
 */
export function readResponse(bytes: Buffer): { status: number; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const bodyLength = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (bodyLength === undefined) throw new Error(`A response without content-length:\n${head}`)
  const length = headEnd + 4 + Number(bodyLength)
  return bytes.length < length ? undefined : { status: Number(head.slice(9, 12)), length }
}
