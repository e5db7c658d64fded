import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './root.mjs'

// Longer than any install takes: after this time the process id belongs to another process.
const minutesMax = 15

/** Does the work while no other set-up of this clone does: concurrent installs would undo each other. */
export async function oneAtATime(work) {
  // Outside the clone, because it is not part of it.
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const lockFile = join(tmpdir(), `truepenny-set-up-${name}`)
  for (let tries = 0; !lock(lockFile); tries++) {
    if (tries === 0) console.log('Waiting for another set-up of this folder …')
    await wait(200)
  }
  try {
    await work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

/** Creates the lock file with this process's id, unless a running set-up has created it. */
function lock(lockFile) {
  const draft = `${lockFile}.${process.pid}`
  writeFileSync(draft, String(process.pid), { mode: 0o600 })
  try {
    linkSync(draft, lockFile)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isHeld(lockFile)) rmSync(lockFile, { force: true })
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

function isHeld(lockFile) {
  try {
    if (Date.now() - statSync(lockFile).mtimeMs > minutesMax * 60_000) return false
    return process.kill(Number(readFileSync(lockFile, 'utf8')), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
