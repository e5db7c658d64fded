const year2000 = Date.UTC(2000)

export type ValueType = 'integer' | 'bigint' | 'text' | 'timestamptz' | 'uuid'

const elementTypes: Readonly<Record<number, ValueType>> = {
  20: 'bigint',
  25: 'text',
  1184: 'timestamptz',
  2950: 'uuid',
}

/** Reads an array in PostgreSQL's binary format. Times are milliseconds since 1970. */
export function valuesOf(bytes: Buffer): unknown[] {
  look(bytes)
  const type = elementTypes[view.getInt32(at + 8)]
  if (!type) throw new Error('The model does not support arrays of this type.')
  const count = view.getInt32(at + 12)
  at += 20
  return Array.from({ length: count }, () => next(bytes, type))
}

const copyHeadBytes = 19

/** Reads the rows of a COPY, whose columns have these types. */
export function copiedRowsOf(bytes: Buffer, types: readonly ValueType[]): unknown[][] {
  look(bytes)
  at += copyHeadBytes
  const rows: unknown[][] = []
  while (view.getInt16(at) === types.length) {
    at += 2
    rows.push(types.map((type) => next(bytes, type)))
  }
  return rows
}

let view: DataView = new DataView(new ArrayBuffer(0))
let at = 0

function look(bytes: Buffer): void {
  // Small buffers share their memory, and creating a view takes longer than reading from it.
  if (view.buffer !== bytes.buffer) view = new DataView(bytes.buffer)
  at = bytes.byteOffset
}

/** The value of a length and its bytes, where the last one ended. */
function next(bytes: Buffer, type: ValueType): unknown {
  const length = view.getInt32(at)
  at += 4
  if (length < 0) return null
  const value = valueAt(type, bytes, at, length)
  at += length
  return value
}

function valueAt(type: ValueType, bytes: Buffer, at: number, length: number): unknown {
  switch (type) {
    case 'integer':
      return view.getInt32(at)
    case 'bigint':
      return view.getBigInt64(at)
    case 'text':
      return bytes.toString('utf8', at - bytes.byteOffset, at - bytes.byteOffset + length)
    case 'timestamptz':
      return year2000 + (view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)) / 1_000
    case 'uuid':
      return uuidAt(at)
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
