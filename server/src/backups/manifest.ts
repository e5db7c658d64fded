import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { embeddedVersion } from '../embedded/binaries.ts'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { writeDurably } from '../storage/durable-file.ts'
import { authenticate, requireAuthentic, sumOf } from './authentication.ts'

/** The file that makes a folder a backup. It is written last. */
export const manifestName = 'backup.json'

/** The files of PostgreSQL, as its base backup sends them. */
export const archiveName = 'base.tar'

// Raised when an older program could not restore the folder.
const format = 1

const manifestShape = z.object({
  format: z.literal(format),
  postgres: z.string(),
  /** The number of the newest migration that its database has. */
  migration: z.number(),
  /** Identifies the cluster and those restored from its backups. */
  systemId: z.string(),
  timeline: z.number(),
  /** The WAL position from which a recovery begins, and the first one at which the books are consistent. */
  startLsn: z.string(),
  endLsn: z.string(),
  startedAt: z.string(),
  /** A restore leads to this moment or, with WAL, to a later one. */
  finishedAt: z.string(),
  /** Names SECRET_KEY without revealing it. */
  keyId: z.string(),
  bytes: z.number(),
  members: z.array(z.tuple([z.string(), z.string()])),
})

/** What a backup is and contains. `members`: the name and SHA-256 of each part of `base.tar`, in order. */
export type Manifest = z.infer<typeof manifestShape>
export type ManifestFacts = Omit<Manifest, 'format' | 'postgres'>

/** What a backup has to fit before it is restored. */
export type Expected = {
  /** The number of this program's migrations. */
  readonly migrations: number
  /** For what authenticates the backup; undefined when the operator restores without. */
  readonly key: RotatingKey | undefined
}

export function writeManifest(folder: string, facts: ManifestFacts, key: RotatingKey): void {
  const manifest: Manifest = { format, postgres: embeddedVersion, ...facts }
  const content = {
    sha256: sumOf(manifest),
    authentication: authenticate({ kind: 'manifest', content: manifest }, key),
    manifest,
  }
  writeDurably(join(folder, manifestName), `${JSON.stringify(content, null, 1)}\n`)
}

/**
 * Reads the manifest of a backup. Throws a one-line error when the folder has none, when it is damaged or not authentic, or when the
 * backup is of a newer version.
 */
export function readManifest(folder: string, { migrations, key }: Expected): Manifest {
  const file = join(folder, manifestName)
  if (!existsSync(file)) {
    throw new Error(`${folder} is not a backup, or one that was not completed: it has no ${manifestName}.`)
  }
  const { sha256, authentication, manifest } = parse(file)
  if (sumOf(manifest) !== sha256) throw new Error(`The backup is damaged: ${file} was changed.`)
  const isNewer =
    typeof manifest === 'object' &&
    manifest !== null &&
    'format' in manifest &&
    Number(manifest.format) > format
  const parsed = isNewer ? undefined : manifestShape.safeParse(manifest)
  if (isNewer || (parsed?.success && parsed.data.migration > migrations)) {
    throw new Error(`${folder} was made by a newer version of the bank: restore it with that version.`)
  }
  if (!parsed?.success) throw new Error(`The backup is damaged: ${file} cannot be read.`)
  if (parsed.data.postgres !== embeddedVersion) {
    throw new Error(
      `${folder} was made with PostgreSQL ${parsed.data.postgres}, and this program comes with ${embeddedVersion}: ` +
        'restore it with the version that made it.',
    )
  }
  if (key !== undefined) requireAuthentic({ kind: 'manifest', content: manifest }, authentication, key, file)
  return parsed.data
}

function parse(file: string): { sha256: unknown; authentication: unknown; manifest: unknown } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`The backup is damaged: ${file} cannot be read.`)
  }
}
