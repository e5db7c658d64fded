import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/**
 * Converts a WOFF file to TrueType. The PDF library reads WOFF too, but decompresses a table again for every glyph, which takes
 * seconds for a font that covers all scripts.
 */
export function unpackWoff(path: string): Buffer {
  const file = readFileSync(path)
  // WOFF 1.0: a header of 44 bytes, then 20 bytes for each table.
  const tableCount = file.readUInt16BE(12)
  const directory = Buffer.alloc(12 + tableCount * 16)
  directory.writeUInt32BE(file.readUInt32BE(4), 0)
  directory.writeUInt16BE(tableCount, 4)
  const power = Math.floor(Math.log2(tableCount))
  directory.writeUInt16BE(2 ** power * 16, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(tableCount * 16 - 2 ** power * 16, 10)
  const tables: Buffer[] = []
  let offset = directory.length
  for (let at = 0; at < tableCount; at++) {
    const entry = 44 + at * 20
    const start = file.readUInt32BE(entry + 4)
    const packedLength = file.readUInt32BE(entry + 8)
    const length = file.readUInt32BE(entry + 12)
    const packed = file.subarray(start, start + packedLength)
    const table = packedLength < length ? inflateSync(packed) : packed
    const tableEntry = 12 + at * 16
    file.copy(directory, tableEntry, entry, entry + 4)
    file.copy(directory, tableEntry + 4, entry + 16, entry + 20)
    directory.writeUInt32BE(offset, tableEntry + 8)
    directory.writeUInt32BE(length, tableEntry + 12)
    // Each table begins at a multiple of four bytes.
    const padding = Buffer.alloc(-length & 3)
    tables.push(table, padding)
    offset += length + padding.length
  }
  return Buffer.concat([directory, ...tables])
}
