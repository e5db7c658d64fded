import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitUntil } from '../test/wait-until.ts'
import { openServiceManager } from './service-manager.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truepenny-notify-'))
  // In place of systemd's command.
  const command = join(folder, 'systemd-notify')
  writeFileSync(command, `#!/bin/sh\necho "$@" >> ${join(folder, 'said')}\n`)
  chmodSync(command, 0o755)
  writeFileSync(join(folder, 'said'), '')
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const said = () => readFileSync(join(folder, 'said'), 'utf8').trim().split('\n')

test('systemd is told that the bank is ready, that it is alive only while the database answers, and that it stops', async () => {
  const manager = openServiceManager({ NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '30000' })
  let answers = true
  let asked = 0
  manager.ready(async () => {
    asked++
    if (!answers) throw new Error('The database is away')
  })
  await waitUntil(() => said().length > 2)
  // The commands run beside each other.
  expect(said().toSorted().slice(0, 2)).toEqual(['READY=1', 'WATCHDOG=1'])
  answers = false
  const askedBefore = asked
  await waitUntil(() => asked > askedBefore + 1)
  const aliveOf = () => said().filter((state) => state === 'WATCHDOG=1').length
  // What was under way when the database went away has arrived.
  const settled = async () => {
    const before = aliveOf()
    const askedNow = asked
    await waitUntil(() => asked > askedNow + 2)
    return aliveOf() === before
  }
  await waitUntil(settled)
  manager.stopping()
  await waitUntil(() => said().includes('STOPPING=1'))
})

test('without a socket of systemd nothing is run', () => {
  const manager = openServiceManager({ WATCHDOG_USEC: '30000' })
  const isAlive = vi.fn()
  manager.ready(isAlive)
  manager.stopping()
  expect([isAlive.mock.calls, said()]).toEqual([[], ['']])
})
