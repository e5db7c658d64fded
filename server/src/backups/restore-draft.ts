import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unfinishedRestore } from '../embedded/cluster.ts'
import { chooseRunAs } from '../embedded/run-as.ts'
import { findProcess } from '../embedded/running-process.ts'
import { syncFolder } from '../storage/durable-file.ts'
import { makeFolder } from '../storage/make-folder.ts'

/** The folder in which a bank is restored, inside its future data folder. */
export type RestoreDraft = {
  readonly folder: string
  /** Moves the bank into place: its PostgreSQL last, without which there is no bank. */
  readonly publish: () => void
  /** Deletes it, and the data folder when it was made for it. */
  readonly discard: () => void
}

// The operator may put the key there before the restore.
const allowedNames = ['secret-key']
// What may be in place after a publish that was interrupted: all but its PostgreSQL, which comes last.
const publishedNames = ['payments-after-restore.csv', 'postgres-password', 'postgres.log']

/** Makes a draft in the data folder. Throws a one-line error when the folder is not empty, and changes nothing then. */
export function openRestoreDraft(dataDir: string): RestoreDraft {
  const isNew = !existsSync(dataDir)
  if (!isNew) requireEmpty(dataDir)
  const folder = join(dataDir, `restoring-${process.pid}`)
  makeFolder(dataDir)
  makeFolder(folder)
  // The user that runs PostgreSQL passes through, as in a start.
  if (chooseRunAs(undefined).uid !== undefined) chmodSync(dataDir, 0o711)
  return {
    folder,
    publish: () => {
      const names = readdirSync(folder).filter((name) => name !== 'postgres')
      for (const name of [...names, 'postgres']) renameSync(join(folder, name), join(dataDir, name))
      rmdirSync(folder)
      syncFolder(dataDir)
    },
    discard: () => {
      rmSync(folder, { recursive: true, force: true })
      if (isNew) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function requireEmpty(dataDir: string): void {
  const abandoned = readdirSync(dataDir).filter((name) => unfinishedRestore.test(name))
  for (const name of abandoned) {
    const pid = Number(unfinishedRestore.exec(name)?.[1])
    if (pid !== process.pid && findProcess(pid) !== undefined) {
      throw new Error(`Another restore into ${dataDir} is running (process ${pid}).`)
    }
  }
  const published = abandoned.length === 0 ? [] : publishedNames
  const others = readdirSync(dataDir).filter(
    (name) => ![...abandoned, ...published, ...allowedNames].includes(name),
  )
  if (others.length > 0) {
    throw new Error(
      isBankRunningOn(dataDir)
        ? `A bank is running on ${dataDir}: stop it and move its folder away, or set DATA_DIR to an empty folder.`
        : `${dataDir} is not empty: move it away, or set DATA_DIR to an empty folder.`,
    )
  }
  for (const name of [...published, ...abandoned])
    rmSync(join(dataDir, name), { recursive: true, force: true })
}

function isBankRunningOn(dataDir: string): boolean {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
  return Number.isSafeInteger(pid) && findProcess(pid)?.name === 'postgres'
}
