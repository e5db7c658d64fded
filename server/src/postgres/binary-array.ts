// Arrays in PostgreSQL's binary format: neither side has to format and parse decimal digits, which is a measurable part of a
// batch of postings. The layout: the number of dimensions, whether there are nulls, the type of the elements, their number and
// the index of the first; then for each element its length, -1 for null, and its bytes.

const headBytes = 20
const elementTypes = { boolean: 16, bigint: 20, text: 25, timestamptz: 1184, uuid: 2950 }

/** As boolean[]. */
export function booleanArray(values: readonly boolean[]): Buffer {
  return fixedArray(values, elementTypes.boolean, 1, (view, at, value) => view.setUint8(at, value ? 1 : 0))
}

/** As bigint[]. */
export function bigintArray(values: readonly (bigint | null)[]): Buffer {
  return fixedArray(values, elementTypes.bigint, 8, (view, at, value) => view.setBigInt64(at, value))
}

/** As uuid[]. Throws when a value is not a UUID. */
export function uuidArray(values: readonly (string | null)[]): Buffer {
  return fixedArray(values, elementTypes.uuid, 16, writeUuid)
}

/** As bytea[], from hexadecimal. As a text: few of them are sent. */
export function byteaArray(values: readonly string[]): string {
  return `{${values.map((value) => String.raw`"\\x${value}"`).join()}}`
}

/** As timestamptz[], from milliseconds since 1970. */
export function timestampArray(values: readonly (number | null)[]): Buffer {
  return fixedArray(values, elementTypes.timestamptz, 8, writeMoment)
}

/** As text[]. */
export function textArray(values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const { bytes, view } = open(
    values.length,
    elementTypes.text,
    lengths.reduce((sum, length) => sum + length, 0),
  )
  let at = headBytes
  for (const [index, value] of values.entries()) {
    view.setInt32(at, value === null ? -1 : lengths[index]!)
    at += 4
    if (value !== null) at += bytes.write(value, at)
  }
  return bytes
}

/** An array whose elements all take the same number of bytes. */
function fixedArray<Value>(
  values: readonly (Value | null)[],
  type: number,
  elementBytes: number,
  write: (view: DataView, at: number, value: Value) => void,
): Buffer {
  const nulls = values.reduce((count, value) => (value === null ? count + 1 : count), 0)
  const { bytes, view } = open(values.length, type, (values.length - nulls) * elementBytes)
  let at = headBytes
  for (const value of values) {
    view.setInt32(at, value === null ? -1 : elementBytes)
    at += 4
    if (value === null) continue
    write(view, at, value)
    at += elementBytes
  }
  return bytes
}

function open(count: number, type: number, contentBytes: number): { bytes: Buffer; view: DataView } {
  const bytes = Buffer.allocUnsafe(headBytes + count * 4 + contentBytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  view.setInt32(0, 1)
  // The server checks for nulls itself.
  view.setInt32(4, 1)
  view.setInt32(8, type)
  view.setInt32(12, count)
  view.setInt32(16, 1)
  return { bytes, view }
}

// The value of a hexadecimal digit by its character code; for any other character a number above every byte.
const digitValues = Int16Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 256 : value
})

/** Writes 16 bytes. Throws when the text is not a UUID. */
export function writeUuid(view: DataView, start: number, uuid: string): void {
  let at = start
  let seen = uuid.length === 36 ? 0 : 256
  for (let index = 0; index < 36; index += 2) {
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (uuid[index] !== '-') seen = 256
      index++
    }
    const high = digitValues[uuid.charCodeAt(index)] ?? 256
    const low = digitValues[uuid.charCodeAt(index + 1)] ?? 256
    seen |= high | low
    view.setUint8(at++, high * 16 + low)
  }
  if (seen > 255) throw new TypeError(`"${uuid}" is not a UUID`)
}

// A timestamptz is the number of microseconds since this moment.
const year2000 = Date.UTC(2000)

/** Writes 8 bytes, from milliseconds since 1970. In two halves: a number holds the microseconds exactly, and a bigint would cost more than the rest. */
export function writeMoment(view: DataView, at: number, milliseconds: number): void {
  const microseconds = (milliseconds - year2000) * 1_000
  const high = Math.floor(microseconds / 2 ** 32)
  view.setInt32(at, high)
  view.setUint32(at + 4, microseconds - high * 2 ** 32)
}
