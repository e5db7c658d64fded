import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './root.mjs'

/** Longer than any install takes: whoever is noted for longer is a stranger with a number that was given out again. */
const minutesMax = 15

/** Does the work while no other set-up of this clone does: two installs at once would undo each other. */
export async function oneAtATime(work) {
  // Outside the clone, since it is no part of it.
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const note = join(tmpdir(), `truepenny-set-up-${name}`)
  for (let tries = 0; !take(note); tries++) {
    if (tries === 0) console.log('Waiting for another set-up of this folder …')
    await wait(200)
  }
  try {
    await work()
  } finally {
    rmSync(note, { force: true })
  }
}

/** Leaves a note with our process number, unless a set-up that is still at work has left one. */
function take(note) {
  const draft = `${note}.${process.pid}`
  writeFileSync(draft, String(process.pid), { mode: 0o600 })
  try {
    linkSync(draft, note)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isAtWork(note)) rmSync(note, { force: true })
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

function isAtWork(note) {
  try {
    if (Date.now() - statSync(note).mtimeMs > minutesMax * 60_000) return false
    return process.kill(Number(readFileSync(note, 'utf8')), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
