import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openApiClient } from '../test/api-client.ts'
import { endProgram, type Program, startProgram } from '../test/program.ts'
import { underFilterOf } from '../test/system-call-filter.ts'
import { copyUsedDirectory } from '../test/used-directory.ts'

const unit = readFileSync(join(import.meta.dirname, '../../deploy/systemd/truepenny.service'), 'utf8')

let program: Program | undefined
const folders: string[] = []
afterEach(async () => {
  if (program !== undefined) await endProgram(program)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** The nice values of the program's threads; without those that end meanwhile. */
function niceness(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      const [, fields = ''] = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')
      return Number(fields.split(' ')[16])
    } catch {
      return []
    }
  })
}

// macOS has no such filter, and no priority of a thread.
test.runIf(process.platform === 'linux').each([
  ['as it is', unit, true],
  ['that also refuses to lower a priority', unit.replace(/^SystemCallFilter=setpriority$/m, ''), false],
])(
  'the bank makes a PDF and a backup under the system-call filter of its unit, %s',
  async (_, filter, isCourteous) => {
    const dataDir = await copyUsedDirectory()
    const backupDir = await mkdtemp(join(tmpdir(), 'truepenny-filtered-'))
    folders.push(dataDir, backupDir)
    program = startProgram({ DATA_DIR: dataDir, BACKUP_DIR: backupDir, DEMO: 'on', ...underFilterOf(filter) })
    const address = await program.ready
    if (address === undefined) throw new Error((await program.ended).complaint)
    const pid = program.child.pid!
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m)
    const { email, password } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).people[0]
    const cookies = new Map<string, string>()
    await openApiClient(address, cookies).send('POST', '/api/sessions', { email, password })
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const statement = await fetch(`${address}/api/statement.pdf`, { headers: { cookie } })
    expect([statement.status, (await statement.text()).slice(0, 5)]).toEqual([200, '%PDF-'])

    const lastBackup = async () => {
      const metrics = await (await fetch(`${address}/metrics`)).text()
      return Number(/^bank_backup_last_completed_timestamp_seconds (.*)$/m.exec(metrics)?.[1])
    }
    await expect.poll(lastBackup, { interval: 50 }).toBeGreaterThan(0)
    // The thread of the archive, which ends with the bank.
    expect(niceness(pid).some((nice) => nice > getPriority(pid))).toBe(isCourteous)
  },
)
