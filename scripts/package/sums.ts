import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a signature is for: one for another purpose is not accepted in its place. */
const purpose = 'truepenny-release'

/**
 * Writes `SHA256SUMS` with the sums of all packages of a version in the folder, and with the SSH key in the file `key` its signature,
 * `SHA256SUMS.sig`. The private key may be in an agent, and `key` its public part.
 */
export function writeSums(
  folder: string,
  { name, version, key }: { name: string; version: string; key: string | undefined },
): void {
  const packages = readdirSync(folder).filter(
    (file) =>
      /\.(deb|tar\.gz)$/.test(file) &&
      [`${name}-${version}-`, `${name}_${version}_`].some((start) => file.startsWith(start)),
  )
  const lines = packages.toSorted().map((file) => `${sumOf(join(folder, file))}  ${file}\n`)
  const sums = join(folder, 'SHA256SUMS')
  writeFileSync(sums, lines.join(''))
  // That of other sums.
  rmSync(`${sums}.sig`, { force: true })
  if (key !== undefined) execFileSync('ssh-keygen', ['-Y', 'sign', '-q', '-f', key, '-n', purpose, sums])
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
