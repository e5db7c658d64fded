import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** The list of passwords known from data breaches. */
export type BreachedPasswords = {
  /** True when the password is on the list. Makes about 25 small reads of the file and keeps nothing in memory. */
  readonly has: (password: string) => Promise<boolean>
  readonly close: () => Promise<void>
}

// A line has 40 digits, and may have a colon and a count of at most 20 digits.
const lineBytesMax = 80
// Read at once instead of halving further.
const blockBytes = 4_096

/**
 * Opens the list of BREACHED_PASSWORDS_FILE: SHA-1 hashes in upper-case hexadecimal, sorted, one a line, each with an
 * optional `:count`, the format in which such lists are published. The file may have tens of gigabytes. Without a file the
 * list is empty. Throws a one-line error when the file cannot be read or has another format.
 */
export async function openBreachedPasswords(file: string | undefined): Promise<BreachedPasswords> {
  if (file === undefined) return { has: async () => false, close: async () => {} }
  const handle = await open(file).catch(() => {
    throw new Error(`BREACHED_PASSWORDS_FILE names a file that cannot be read: ${file}.`)
  })
  try {
    const { size } = await handle.stat()
    await requireSorted(handle, size, file)
    return { has: (password) => isListed(handle, size, sha1Of(password)), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Checks the first lines and the last one, which is enough to notice another format or order. */
async function requireSorted(handle: FileHandle, size: number, file: string): Promise<void> {
  const first = await read(handle, 0, Math.min(size, blockBytes)).catch(() => {
    throw new Error(`BREACHED_PASSWORDS_FILE names a file that cannot be read: ${file}.`)
  })
  const lastFrom = Math.max(0, size - lineBytesMax)
  const last = await read(handle, lastFrom, size - lastFrom)
  const firstLines = linesOf(size > blockBytes ? first.slice(0, first.lastIndexOf('\n') + 1) : first)
  const lines = [...firstLines, ...linesOf(last).slice(-1)]
  if (
    lines.length > 0 &&
    lines.every(isLine) &&
    lines.every((line, at) => at === 0 || hashOf(lines[at - 1]!) <= hashOf(line))
  )
    return
  throw new Error(
    `BREACHED_PASSWORDS_FILE must hold SHA-1 hashes in upper-case hexadecimal, sorted, one a line: ${file}.`,
  )
}

/** Binary search down to one block. `from` is always the start of a line, `to` the start of a line or the end. */
async function isListed(handle: FileHandle, size: number, wanted: string): Promise<boolean> {
  let from = 0
  let to = size
  while (to - from > blockBytes) {
    const middle = Math.floor((from + to) / 2)
    const text = await read(handle, middle, 2 * lineBytesMax)
    const lineStart = text.indexOf('\n') + 1
    const hash = hashOf(text.slice(lineStart))
    if (lineStart === 0 || !/^[0-9A-F]{40}$/.test(hash)) {
      throw new Error(`BREACHED_PASSWORDS_FILE has something other than a hash near byte ${middle}`)
    }
    if (hash === wanted) return true
    if (hash < wanted) from = middle + lineStart
    else to = middle + lineStart
  }
  const block = await read(handle, from, to - from)
  return linesOf(block).some((line) => hashOf(line) === wanted)
}

async function read(handle: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead)
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '')
}

function isLine(line: string): boolean {
  return /^[0-9A-F]{40}(:\d{1,20})?$/.test(line)
}

function hashOf(line: string): string {
  return line.slice(0, 40)
}

/** The published lists use SHA-1; it protects nothing here. */
function sha1Of(password: string): string {
  return createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
}
