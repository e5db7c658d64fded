const year2000 = Date.UTC(2000)

/** Reads an array that was written in PostgreSQL's own form. Moments are milliseconds since 1970. */
export function valuesOf(bytes: Buffer): unknown[] {
  const type = bytes.readInt32BE(8)
  const read = readers[type]
  if (!read) throw new Error(`The model knows no arrays of type ${type}`)
  const values: unknown[] = []
  let at = 20
  for (let left = bytes.readInt32BE(12); left > 0; left--) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) {
      values.push(null)
      continue
    }
    values.push(read(bytes, at, length))
    at += length
  }
  return values
}

const readers: Record<number, (bytes: Buffer, at: number, length: number) => unknown> = {
  20: (bytes, at) => bytes.readBigInt64BE(at),
  25: (bytes, at, length) => bytes.toString('utf8', at, at + length),
  1184: (bytes, at) => year2000 + Number(bytes.readBigInt64BE(at)) / 1_000,
  2950: (bytes, at) => {
    const hex = bytes.toString('hex', at, at + 16)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  },
}
