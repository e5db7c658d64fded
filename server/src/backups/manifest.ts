import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { embeddedVersion } from '../embedded/binaries.ts'
import { writeDurably } from '../storage/durable-file.ts'

/** The file that makes a folder a backup. It is written last. */
export const manifestName = 'backup.json'

/** The files of PostgreSQL, as its base backup sends them. */
export const archiveName = 'base.tar'

/** The secret key, in a backup that was asked to contain it. */
export const keyName = 'secret-key'

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
  /** Whether its files include the key. Absent in the first backups. */
  hasKey: z.boolean().default(false),
  bytes: z.number(),
  members: z.array(z.tuple([z.string(), z.string()])),
})

/** What a backup is and contains. `members`: the name and SHA-256 of each part of `base.tar`, in order. */
export type Manifest = z.infer<typeof manifestShape>
export type ManifestFacts = Omit<Manifest, 'format' | 'postgres'>

export function writeManifest(folder: string, facts: ManifestFacts): void {
  const manifest: Manifest = { format, postgres: embeddedVersion, ...facts }
  const sha256 = sumOf(manifest)
  writeDurably(join(folder, manifestName), `${JSON.stringify({ sha256, manifest }, null, 1)}\n`)
}

/**
 * Reads the manifest of a backup. Throws a one-line error when the folder has none, when it is damaged, or when the backup is of a
 * newer version. `migrations` is the number of this program's.
 */
export function readManifest(folder: string, migrations: number): Manifest {
  const file = join(folder, manifestName)
  if (!existsSync(file)) {
    throw new Error(`${folder} is not a backup, or one that was not completed: it has no ${manifestName}.`)
  }
  const { sha256, manifest } = parse(file)
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
  return parsed.data
}

function parse(file: string): { sha256: unknown; manifest: unknown } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`The backup is damaged: ${file} cannot be read.`)
  }
}

function sumOf(manifest: unknown): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}
