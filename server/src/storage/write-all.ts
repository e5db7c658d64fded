import { writeSync } from 'node:fs'

/**
 * Writes all of a buffer at the position `at` of a file, or where its last write ended. One call of `writeSync` may write a part only, as
 * on a disk that is nearly full.
 */
export function writeAll(file: number, content: Buffer, at: number | null = null): void {
  for (let written = 0; written < content.length; ) {
    const position = at === null ? null : at + written
    written += writeSync(file, content, written, content.length - written, position)
  }
}
