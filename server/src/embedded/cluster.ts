import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../storage/durable-file.ts'
import { embeddedVersion } from './binaries.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'
import { findProcess } from './running-process.ts'

/** The files of one PostgreSQL and how to run it on them. */
export type Cluster = { readonly directory: string; readonly runAs: RunAs }

/** The superuser of the embedded PostgreSQL, and its database. */
export const clusterUser = 'bank'

/** The name of the folder in which a restore works, inside the data folder. Contains the id of its process. */
export const unfinishedRestore = /^restoring-(\d+)$/

/**
 * Opens the bank's PostgreSQL files in `dataDir/postgres`, or makes them. They are made in a draft folder that is renamed when
 * complete, so that a start that is killed leaves no incomplete files. Throws a one-line error when the folder contains
 * something else, is damaged, or belongs to another version or another user.
 */
export async function openCluster(dataDir: string, password: string, initdb: string): Promise<Cluster> {
  const directory = join(dataDir, 'postgres')
  if (entriesOf(dataDir).includes('PG_VERSION')) {
    throw new Error('it is a PostgreSQL data directory itself: name an empty one')
  }
  if (hasUnfinishedRestore(dataDir)) {
    throw new Error('a restore into it was not completed: run npm run restore again')
  }
  if (entriesOf(directory).length === 0) await makeCluster(dataDir, directory, password, initdb)
  refuseForeign(directory)
  const { uid, mode } = statSync(directory)
  const runAs = chooseRunAs(uid)
  // A copy or a restored backup may have lost the mode that PostgreSQL insists on.
  if ((mode & 0o027) !== 0) chmodSync(directory, 0o700)
  // The user that runs PostgreSQL must be able to pass through `dataDir`. Its other files stay unreadable.
  if (runAs.uid !== undefined) chmodSync(dataDir, 0o711)
  return { directory, runAs }
}

/** An empty draft beside the files is all that is left of a restore that was completed. */
function hasUnfinishedRestore(dataDir: string): boolean {
  const drafts = entriesOf(dataDir).filter((name) => unfinishedRestore.test(name))
  if (entriesOf(join(dataDir, 'postgres')).length === 0) return drafts.length > 0
  return drafts.some((name) => entriesOf(join(dataDir, name)).length > 0)
}

async function makeCluster(
  dataDir: string,
  directory: string,
  password: string,
  initdb: string,
): Promise<void> {
  removeAbandonedDrafts(dataDir)
  const runAs = chooseRunAs(undefined)
  const draft = join(dataDir, `postgres.new-${process.pid}`)
  const passwordFile = join(draft, 'password')
  mkdirSync(draft, { mode: 0o700 })
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (runAs.uid !== undefined) {
      chmodSync(dataDir, 0o711)
      for (const path of [draft, passwordFile]) chownSync(path, runAs.uid, runAs.uid)
    }
    await runInitdb(runAs, initdb, join(draft, 'cluster'), passwordFile)
    moveIntoPlace(join(draft, 'cluster'), directory)
    syncFolder(dataDir)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function runInitdb(runAs: RunAs, initdb: string, directory: string, passwordFile: string): Promise<void> {
  const [command = initdb, ...args] = [
    ...runAs.prefix,
    initdb,
    `--pgdata=${directory}`,
    `--username=${clusterUser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...runAsOptions(runAs), stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complaint += text
    })
    child.on('error', (error) => fail(initdbFailure(error.message, runAs)))
    child.on('close', (code) => {
      if (code === 0) done()
      else fail(initdbFailure(complaint.trim().split('\n')[0] || `initdb ended with ${code}`, runAs))
    })
  })
}

function initdbFailure(reason: string, { uid }: RunAs): Error {
  if (uid === undefined || !/permission denied|EACCES/i.test(reason)) {
    return new Error(`PostgreSQL could not make its files: ${reason}`)
  }
  return new Error(
    `root may not run PostgreSQL, user namespaces (unshare -U) do not work here, and user ${uid} cannot enter this ` +
      "folder or the program's: move both out of home folders, or start as another user",
  )
}

/** The options to run a PostgreSQL program with: its user, and an environment without our secrets. */
export function runAsOptions({ uid }: RunAs) {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: '/', env, ...(uid === undefined ? {} : { uid, gid: uid }) }
}

/** When two first starts run at once, the files of the first to finish are used and those of the other are deleted. */
function moveIntoPlace(draft: string, directory: string): void {
  try {
    renameSync(draft, directory)
  } catch (error) {
    if (entriesOf(directory).length === 0) throw error
  }
}

function refuseForeign(directory: string): void {
  if (!entriesOf(directory).includes('PG_VERSION')) {
    throw new Error(
      'its folder "postgres" contains something else or is damaged (no PG_VERSION): restore it or move it away',
    )
  }
  // Only a restore ends what the moment of the backup left open: sessions, links, waiting mail.
  if (entriesOf(directory).includes('backup_label')) {
    throw new Error('its PostgreSQL files are a backup that was not restored: use npm run restore')
  }
  const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  if (version === embeddedVersion) return
  if (!/^\d{1,3}(\.\d)?$/.test(version))
    throw new Error('its PostgreSQL files are damaged (PG_VERSION): restore a backup')
  throw new Error(`it was made by PostgreSQL ${version}, and this program comes with ${embeddedVersion}`)
}

/** Deletes the drafts of starts that were killed. The draft of a start that still runs stays. */
function removeAbandonedDrafts(dataDir: string): void {
  for (const name of entriesOf(dataDir)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    if (pid === undefined || (Number(pid) !== process.pid && findProcess(Number(pid)) !== undefined)) continue
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

function entriesOf(directory: string): string[] {
  return statSync(directory, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(directory)
}
