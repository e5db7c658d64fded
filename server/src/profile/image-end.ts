/**
 * Where the picture in these bytes ends, or undefined where it does not. What stands behind the end is no picture: a file
 * that is two things at once is meant for somebody who reads it as the other.
 */
export function endOfPicture(bytes: Buffer, type: 'image/png' | 'image/jpeg'): number | undefined {
  return type === 'image/png' ? pngEnd(bytes) : jpegsEnd(bytes)
}

/** After the signature, chunks: 4 bytes of length, 4 of name, the data, 4 of checksum. The last is named IEND. */
function pngEnd(bytes: Buffer): number | undefined {
  let at = 8
  while (at + 12 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    at += 12 + bytes.readUInt32BE(at)
    if (name === 'IEND') return at
  }
  return undefined
}

/** A telephone keeps further JPEGs behind the first one, such as the picture's brightness map. */
function jpegsEnd(bytes: Buffer): number | undefined {
  let end = jpegEnd(bytes, 0)
  while (end !== undefined && isJpegStart(bytes, end)) end = jpegEnd(bytes, end)
  return end
}

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda

/** Segments: FF, a marker, 2 bytes of length. Behind the header of a scan stand its bits, in which FF is never a marker's. */
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

/** Inside a scan, FF is followed by 0 where it is data, and by D0 to D7 where the decoder may start afresh. */
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
