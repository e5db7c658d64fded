/**
 * The offset at which the image in these bytes ends; undefined when it is cut off. Finds data behind the image: a file that is
 * also a valid page or archive is meant for a program that reads it as such.
 */
export function findImageEnd(bytes: Buffer, type: 'image/png' | 'image/jpeg'): number | undefined {
  return type === 'image/png' ? pngEnd(bytes) : jpegSequenceEnd(bytes)
}

/** After the signature come chunks: 4 bytes of length, 4 of name, the data, 4 of checksum. The last is named IEND. */
function pngEnd(bytes: Buffer): number | undefined {
  let at = 8
  while (at + 12 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    at += 12 + bytes.readUInt32BE(at)
    if (name === 'IEND') return at
  }
  return undefined
}

/** Phones append further JPEGs to the first one, such as a brightness map. */
function jpegSequenceEnd(bytes: Buffer): number | undefined {
  let end = jpegEnd(bytes, 0)
  while (end !== undefined && isJpegStart(bytes, end)) end = jpegEnd(bytes, end)
  return end
}

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda

/** Segments: FF, a marker, 2 bytes of length. The header of a scan is followed by its data. */
function jpegEnd(bytes: Buffer, start: number): number | undefined {
  if (!isJpegStart(bytes, start)) return undefined
  let at = start + 2
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === endOfImage) return at + 2
    if (marker === 0xff) at += 1
    else {
      if (at + 4 > bytes.length) return undefined
      at += 2 + bytes.readUInt16BE(at + 2)
      if (marker === startOfScan) at = scanEnd(bytes, at)
    }
  }
  return undefined
}

/** Inside a scan, FF is followed by 00 when it is data, and by D0 to D7 when it is a restart marker. */
function scanEnd(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1]!
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  return bytes.length
}

function isJpegStart(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xff && bytes[at + 1] === startOfImage
}
