import { expect, test } from 'vitest'
import { findPrograms } from './find-programs.ts'

const tools = [
  '/usr/bin/patroni',
  '/usr/lib/python3/dist-packages/etcd',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
]

const postgresOf = (version: string) =>
  ['postgres', 'pg_rewind', 'pg_basebackup'].map((name) => `/usr/lib/postgresql/${version}/bin/${name}`)

/** A machine that has these files, and these versions of PostgreSQL. */
function machine(files: readonly string[], versions: readonly string[]) {
  const all = [...files, ...versions.flatMap(postgresOf)]
  return { exists: (path: string) => all.includes(path), list: () => versions }
}

test('npm run chaos -- --patroni uses the newest PostgreSQL of Debian', () => {
  expect(findPrograms(machine(tools, ['9.6', '15', '17', '16'])).postgres).toBe('/usr/lib/postgresql/17/bin')
})

test('npm run chaos -- --patroni names the packages that are missing, and the command that installs them', () => {
  expect(() => findPrograms(machine(['/usr/bin/etcd'], ['14']))).toThrow(
    /^--patroni needs packages that are not installed: patroni, python3-etcd, haproxy, postgresql\. .*\n +apt-get install --no-install-recommends patroni python3-etcd haproxy postgresql\n/,
  )
  expect(() => findPrograms(machine(tools, []))).toThrow('not installed: postgresql. ')
})

test('npm run chaos -- --patroni does not take a PostgreSQL without the programs that Patroni needs', () => {
  const clientOnly = {
    ...machine([...tools, '/usr/lib/postgresql/17/bin/pg_basebackup'], ['16']),
    list: () => ['17', '16'],
  }
  expect(findPrograms(clientOnly).postgres).toBe('/usr/lib/postgresql/16/bin')
})
