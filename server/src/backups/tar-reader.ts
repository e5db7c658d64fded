import { createHash, type Hash } from 'node:crypto'

/** A file or folder in a tar archive. */
export type TarMember = {
  readonly name: string
  readonly isFolder: boolean
  /** Bytes of its content. */
  readonly size: number
}

type TarHandlers = {
  readonly onMember?: (member: TarMember) => void
  /** A part of the content of the last member. */
  readonly onContent?: (chunk: Buffer) => void
  /** The last member is complete. SHA-256, in hexadecimal, of all its bytes in the archive: header, content and padding. */
  readonly onMemberEnd: (member: TarMember, sha256: string) => void
}

const blockBytes = 512

/**
 * Reads a tar archive of PostgreSQL's base backup (ustar, regular files and folders) as it arrives. `write` takes the next bytes,
 * `end` throws when the archive is incomplete. What follows the last member is reported as a member named `trailerName`.
 */
export function openTarReader({ onMember, onContent, onMemberEnd }: TarHandlers) {
  let header: Buffer[] = []
  let headerMissing = blockBytes
  let contentMissing = 0
  let paddingMissing = 0
  let member: TarMember | undefined
  let hash: Hash = createHash('sha256')
  let isTrailer = false

  function takeHeader(part: Buffer) {
    header.push(part)
    headerMissing -= part.length
    if (headerMissing > 0) return
    const block = Buffer.concat(header)
    header = []
    headerMissing = blockBytes
    if (block.every((byte) => byte === 0)) {
      isTrailer = true
      return
    }
    member = readHeader(block)
    contentMissing = member.size
    paddingMissing = (blockBytes - (member.size % blockBytes)) % blockBytes
    onMember?.(member)
    endWhenComplete()
  }

  function endWhenComplete() {
    if (member === undefined || contentMissing > 0 || paddingMissing > 0) return
    const complete = member
    member = undefined
    onMemberEnd(complete, hash.digest('hex'))
    hash = createHash('sha256')
  }

  function write(chunk: Buffer) {
    for (let at = 0; at < chunk.length; ) {
      const wanted = isTrailer ? chunk.length : contentMissing || paddingMissing || headerMissing
      const part = chunk.subarray(at, at + wanted)
      at += part.length
      hash.update(part)
      if (isTrailer) continue
      if (contentMissing > 0) {
        contentMissing -= part.length
        onContent?.(part)
        endWhenComplete()
      } else if (paddingMissing > 0) {
        paddingMissing -= part.length
        endWhenComplete()
      } else takeHeader(part)
    }
  }

  function end() {
    if (!isTrailer) throw new Error('it ends too early')
    onMemberEnd({ name: trailerName, isFolder: false, size: 0 }, hash.digest('hex'))
  }

  return { write, end }
}

/** Stands for the empty blocks at the end of an archive. No file of PostgreSQL has this name. */
export const trailerName = '(end)'

function readHeader(block: Buffer): TarMember {
  const name = textOf(block.subarray(0, 100))
  const size = Number.parseInt(textOf(block.subarray(124, 136)).trim(), 8)
  const kind = String.fromCharCode(block[156]!)
  if ((kind !== '0' && kind !== '5') || !Number.isSafeInteger(size)) {
    throw new Error(`"${name}" in it is neither a file nor a folder`)
  }
  // A damaged name must not lead out of the folder that the archive is unpacked into.
  if (name === '' || name.startsWith('/') || name.split('/').includes('..')) {
    throw new Error(`it has a file with the name "${name}"`)
  }
  return { name, isFolder: kind === '5', size }
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0)
  return field.subarray(0, end === -1 ? field.length : end).toString('utf8')
}
