const year2000 = Date.UTC(2000)

/** Reads an array in PostgreSQL's binary format. Times are milliseconds since 1970. */
export function valuesOf(bytes: Buffer): unknown[] {
  // Small buffers share their memory, and creating a view takes longer than reading from it.
  if (view.buffer !== bytes.buffer) view = new DataView(bytes.buffer)
  let at = bytes.byteOffset
  const type = view.getInt32(at + 8)
  const values: unknown[] = []
  const count = view.getInt32(at + 12)
  at += 20
  for (let index = 0; index < count; index++) {
    const length = view.getInt32(at)
    at += 4
    if (length < 0) {
      values.push(null)
      continue
    }
    values.push(elementAt(type, bytes, at, length))
    at += length
  }
  return values
}

let view: DataView = new DataView(new ArrayBuffer(0))

function elementAt(type: number, bytes: Buffer, at: number, length: number): unknown {
  switch (type) {
    case 20:
      return view.getBigInt64(at)
    case 25:
      return bytes.toString('utf8', at - bytes.byteOffset, at - bytes.byteOffset + length)
    case 1184:
      return year2000 + (view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)) / 1_000
    case 2950:
      return uuidAt(at)
    default:
      throw new Error(`The model does not support arrays of type ${type}.`)
  }
}

// The index of each byte's digits in the text of a UUID.
const offsets = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const digits = Buffer.from('0123456789abcdef')
const uuid = Buffer.alloc(36, '-')

function uuidAt(at: number): string {
  for (let index = 0; index < 16; index++) {
    const byte = view.getUint8(at + index)
    const offset = offsets[index]!
    uuid[offset] = digits[byte >> 4]!
    uuid[offset + 1] = digits[byte & 15]!
  }
  return uuid.toString('latin1')
}
