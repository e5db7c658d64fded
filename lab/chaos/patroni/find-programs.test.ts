import { expect, test } from 'vitest'
import { findPrograms } from './find-programs.ts'

const rewindOf = (version: number) => `/usr/lib/postgresql/${version}/bin/pg_rewind`

test('npm run chaos -- --patroni uses the newest PostgreSQL of Debian', () => {
  const found = findPrograms(
    () => true,
    () => [15, 17, 16].map(rewindOf),
  )
  expect(found.postgres).toBe('/usr/lib/postgresql/17/bin')
})

test('npm run chaos -- --patroni names the packages that are missing, and the command that installs them', () => {
  const find = () =>
    findPrograms(
      (path) => path === '/usr/bin/etcd',
      () => [],
    )
  expect(find).toThrow(
    /^--patroni needs packages that are not installed: patroni, python3-etcd, haproxy, postgresql\. .*\n +apt-get install --no-install-recommends patroni python3-etcd haproxy postgresql\n/,
  )
})
