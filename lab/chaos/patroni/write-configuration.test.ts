import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../bank-command.ts'
import { memberNames, readMemberSettings, writeConfiguration } from './write-configuration.ts'

const delivered = join(root, 'deploy/patroni')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'truepenny-configuration-'))
  writeConfiguration({
    addresses: ['127.9.9.1', '127.9.9.2', '127.9.9.3'],
    folder,
    postgres: '/opt/postgresql/bin',
    socketPath: `${folder}/socket`,
  })
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a run of its own replaces every address, port and folder of the files in deploy/patroni', () => {
  const files = readdirSync(delivered)
  expect(readdirSync(folder)).toEqual(files)
  const read = files.filter((file) => !file.endsWith('.sh'))
  const text = read.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  expect(text).not.toMatch(/127\.0\.0\.|:5000\b|\/var\/lib|\/usr\/lib/)
  expect(text).toContain(`bind unix@${folder}/socket `)
  expect(text).toContain(`PATRONI_POSTGRESQL_DATA_DIR=${folder}/member-3/postgres`)
})

test('the files of the three members in deploy/patroni differ in the number of the member only', () => {
  const [first, ...others] = memberNames.map((name, index) => {
    const settings = readMemberSettings(delivered, name)
    const { ETCD_INITIAL_CLUSTER: everyMember, ...own } = settings
    return {
      everyMember,
      own: JSON.stringify(own)
        .replaceAll(`.1${index + 1}:`, '.1N:')
        .replaceAll(name, 'member-N'),
    }
  })
  expect(first?.own).toContain('"PATRONI_RESTAPI_LISTEN":"127.0.0.1N:8008"')
  expect(others).toEqual([first, first])
})

test('deploy/patroni acknowledges a commit only when a standby has it, and promotes only that standby', () => {
  const text = readFileSync(join(delivered, 'patroni.yml'), 'utf8')
  expect(text).toMatch(/^ +synchronous_mode: true$/m)
  expect(text).toMatch(/^ +synchronous_mode_strict: true$/m)
  expect(text).not.toMatch(/fsync|synchronous_commit|maximum_lag/)
})

test('deploy/patroni gives the leader time to renew its key twice before the key ends', () => {
  const text = readFileSync(join(delivered, 'patroni.yml'), 'utf8')
  const seconds = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(text)?.[1])
  expect(seconds('ttl')).toBeGreaterThanOrEqual(seconds('loop_wait') + 2 * seconds('retry_timeout'))
})
