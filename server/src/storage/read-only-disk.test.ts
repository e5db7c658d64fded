import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runBackupCommand } from '../../../scripts/backup/backup-command.ts'
import { endProgram, inheritedEnvironment, programCommand, startCommand } from '../../test/program.ts'
import { canMount, onReadOnlyDisk } from '../../test/read-only-disk.ts'
import { copyUsedDirectory } from '../../test/used-directory.ts'

const backups = mkdtempSync(join(tmpdir(), 'truepenny-read-only-'))
const script = join(import.meta.dirname, '../../../scripts/backup.ts')
let dataDir: string
beforeAll(async () => {
  dataDir = await copyUsedDirectory()
})
afterAll(() => {
  for (const path of [dataDir, backups]) rmSync(path, { recursive: true })
})

/** What `npm run backup` says where a folder is on a read-only disk. */
function backup(readOnly: string, ...words: string[]) {
  const [command = '', ...args] = onReadOnlyDisk(readOnly, [process.execPath, script, ...words])
  const env = { ...inheritedEnvironment(), DATA_DIR: dataDir }
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe.runIf(process.platform === 'linux' && canMount(backups))('a read-only disk', () => {
  test('a start on a data folder of a read-only disk is refused with the reason, and so is a backup of it', async () => {
    const { ended } = startCommand(onReadOnlyDisk(dataDir, programCommand), { DATA_DIR: dataDir })
    expect(await ended).toEqual({ code: 1, complaint: 'DATA_DIR cannot be used: its disk is read-only.\n' })
    expect(backup(dataDir, join(backups, 'of-read-only'))).toEqual({
      status: 1,
      stdout: '',
      stderr: `The data directory ${dataDir} cannot be used: its disk is read-only.\n`,
    })
    expect(existsSync(join(backups, 'of-read-only'))).toBe(false)
  })

  test('a backup into a folder of a read-only disk is refused with the reason, and one that is there is verified', async () => {
    const made = join(backups, 'made')
    await runBackupCommand([made], { DATA_DIR: dataDir }, () => {})
    const into = join(backups, 'another')
    expect(backup(backups, into)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${into} cannot be written: its disk is read-only.\n`,
    })
    expect(backup(backups, '--verify', made)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`The backup in ${made} can be restored`),
    })
  })

  test('a bank goes on while BACKUP_DIR is on a read-only disk, and says so', async () => {
    const settings = { DATA_DIR: dataDir, BACKUP_DIR: backups }
    const program = startCommand(onReadOnlyDisk(backups, programCommand), settings)
    const address = await program.ready
    const failing = async () =>
      /^bank_backups_failing (.*)$/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1]
    await expect.poll(failing, { interval: 50 }).toBe('1')
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(await endProgram(program)).toEqual({
      code: 0,
      complaint: `Backups are failing, and the bank goes on without them: ${backups} cannot be written: its disk is read-only.\n`,
    })
  })
})
