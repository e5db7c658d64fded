import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../storage/durable-file.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { type Expected, type Manifest, manifestName, readManifest } from './manifest.ts'
import { lsnOf } from './replication-client.ts'
import { completeSegments, factsSuffix, segmentNumberAt, segmentOf } from './wal-files.ts'

/**
 * A folder in BACKUP_DIR with the backups of one data folder and all WAL since the first of them. A restored bank has another data
 * folder and begins an archive of its own, so that two histories never mix.
 */
export type Archive = { readonly folder: string; readonly walFolder: string; readonly backupsFolder: string }

/** A backup in an archive. */
export type ArchivedBackup = { readonly folder: string; readonly manifest: Manifest }

const idFile = 'archive-id'

/** The archive of a data folder, which is given one when it has none. */
export function openArchive(backupDir: string, dataDir: string): Archive {
  const file = join(dataDir, idFile)
  if (!existsSync(file)) {
    const day = new Date().toISOString().slice(0, 10)
    writeDurably(file, `${day}-${randomBytes(6).toString('hex')}\n`)
  }
  const archive = archiveIn(backupDir, readFileSync(file, 'utf8').trim())
  makeFolder(archive.backupsFolder, backupDir)
  return archive
}

/** True when the data folder has been archived. */
export function hasArchive(dataDir: string): boolean {
  return existsSync(join(dataDir, idFile))
}

/** The next call of `openArchive` begins another archive. */
export function leaveArchive(dataDir: string): void {
  rmSync(join(dataDir, idFile), { force: true })
}

/** All archives in BACKUP_DIR. */
export function findArchives(backupDir: string): Archive[] {
  return readdirSync(backupDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(backupDir, entry.name, 'backups')))
    .map(({ name }) => archiveIn(backupDir, name))
}

/** The complete backups of an archive, oldest first. Those that `onUnreadable` is told about are left out. */
export function findBackups(
  { backupsFolder }: Archive,
  expected: Expected,
  onUnreadable: (error: unknown) => void = () => {},
): ArchivedBackup[] {
  return readdirSync(backupsFolder)
    .sort()
    .map((name) => join(backupsFolder, name))
    .filter((folder) => existsSync(join(folder, manifestName)))
    .flatMap((folder) => {
      try {
        return [{ folder, manifest: readManifest(folder, expected) }]
      } catch (error) {
        onUnreadable(error)
        return []
      }
    })
}

/** For what only counts or removes backups. */
export const anyBackup: Expected = { migrations: Number.MAX_SAFE_INTEGER, key: undefined }

/** Deletes what was left by a backup that was not completed. */
export function removeIncompleteBackups({ backupsFolder }: Archive): void {
  for (const name of readdirSync(backupsFolder)) {
    if (existsSync(join(backupsFolder, name, manifestName))) continue
    rmSync(join(backupsFolder, name), { recursive: true })
  }
}

/**
 * Deletes the oldest backups of a bank until `keepCount` are left in all its archives, the WAL that only they needed, and archives
 * without a backup, except `current`. A backup that cannot be read stays, and so does the WAL of its archive.
 */
export function removeOldBackups(
  backupDir: string,
  { systemId, keepCount, current }: { systemId: string; keepCount: number; current: Archive },
): void {
  const archives = findArchives(backupDir).map((archive) => {
    let isReadable = true
    const backups = findBackups(archive, anyBackup, () => {
      isReadable = false
    })
    return { archive, isReadable, backups: backups.filter(({ manifest }) => manifest.systemId === systemId) }
  })
  const newestFirst = archives
    .flatMap(({ backups }) => backups)
    .sort((a, b) => b.manifest.finishedAt.localeCompare(a.manifest.finishedAt))
  const old = new Set(newestFirst.slice(keepCount))
  for (const { archive, backups, isReadable } of archives) {
    for (const backup of backups) if (old.has(backup)) rmSync(backup.folder, { recursive: true })
    const oldest = backups.find((backup) => !old.has(backup))
    if (!isReadable || backups.length === 0) continue
    if (oldest !== undefined) removeWalBefore(archive, lsnOf(oldest.manifest.startLsn))
    else if (archive.folder !== current.folder) rmSync(archive.folder, { recursive: true })
  }
}

function removeWalBefore({ walFolder }: Archive, position: bigint): void {
  for (const name of completeSegments(walFolder)) {
    if (segmentOf(name)!.number >= segmentNumberAt(position)) return
    rmSync(join(walFolder, name))
    rmSync(join(walFolder, `${name}${factsSuffix}`), { force: true })
  }
}

function archiveIn(backupDir: string, id: string): Archive {
  const folder = join(backupDir, id)
  return { folder, walFolder: join(folder, 'wal'), backupsFolder: join(folder, 'backups') }
}
